import type { OfferedPrompt } from './offer.ts'

const message = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] })
/** What a user typed stands between marks, so that it is read as a value and not as part of the order. */
const quoted = (text: string) => JSON.stringify(text)

export const prompts: readonly OfferedPrompt[] = [
  {
    listing: {
      name: 'route_task',
      title: 'Route a task',
      description: 'Find the tool server and model for a task, run it, and report how it went.',
      arguments: [
        { name: 'task', description: 'What should be done, in plain words', required: true },
        { name: 'priority', description: 'lowest_cost, best_value or highest_quality' },
        { name: 'agent_identity_id', description: 'Your identity, if you have one' },
      ],
    },
    get: ({ task = '', priority, agent_identity_id }) => {
      const constraints = priority ? ` and constraints ${JSON.stringify({ priority })}` : ''
      const identity = agent_identity_id ? ` Pass agent_identity_id ${quoted(agent_identity_id)} wherever a tool takes it.` : ''
      return message(
        `Call service_route with task ${quoted(task)}${constraints}.${identity} Follow its approach: for mcp_server run the recommended_skill and keep the fallback in reserve; for multi_tool run the orchestration steps in order; for direct_llm answer with the recommended_model. Then call service_report (or service_model_report where no tool ran) with the decision_id, the true outcome, latency_ms, cost_usd and output_quality_rating.`,
      )
    },
  },
  {
    listing: {
      name: 'report_outcome',
      title: 'Report an outcome',
      description: 'Report honestly how a recommended tool or model did.',
      arguments: [
        { name: 'subject', description: 'Slug of the tool server or model that ran', required: true },
        { name: 'outcome', description: 'success, partial_success, failure or error (for a model: aborted)', required: true },
        { name: 'decision_id', description: 'From routing_metadata of the answer that recommended it' },
        { name: 'agent_identity_id', description: 'Your identity, if you have one' },
      ],
    },
    get: ({ subject = '', outcome = '', decision_id, agent_identity_id }) => {
      const linked = decision_id ? ` Add decision_id ${quoted(decision_id)}.` : ''
      const identity = agent_identity_id ? ` Add agent_identity_id ${quoted(agent_identity_id)}.` : ''
      return message(
        `Report that ${quoted(subject)} ended with ${quoted(outcome)}. For a tool server call service_report with skill_slug and outcome; for a language model call service_model_report with model_slug and outcome_status.${linked}${identity} Add latency_ms, cost_usd and output_quality_rating (0 to 10) only as far as you measured them; do not invent values.`,
      )
    },
  },
  {
    listing: {
      name: 'get_started',
      title: 'Get started',
      description: 'Register and go once through everything an agent does here.',
      arguments: [
        {
          name: 'agent_name',
          description: 'Name to register under, with your project or a random suffix in it: names are shared by all',
          required: true,
        },
      ],
    },
    get: ({ agent_name = '' }) =>
      message(
        `Call service_register with agent_name ${quoted(agent_name)} and keep the agent_identity_id it returns; pass it wherever a tool takes it. Then go on in this order: service_help, service_missions, service_mission_claim, do the mission's task with two or more tool servers, service_mission_complete with one result for each, service_balance. Every answer has a next_step with the tool and the arguments to use.`,
      ),
  },
]
