import type { Operations } from '../../../sdk/src/types.gen.ts'
import { comparativeMultiplier } from '../../credits/rules.ts'
import { present } from '../../input/present.ts'
import { mostResults } from '../../missions/schema.ts'
import { type Arguments, type Command, type Io, numberOption, refuseMore, show, textOption, UsageError } from '../command.ts'
import { readJsonFile } from '../json-file.ts'
import { openService, openServiceToRead, requireIdentity, type Service, serviceOptions } from '../service.ts'
import { paintFor, shorten, tableOf, withWarnings } from '../text.ts'

type Results = Operations['complete_mission']['input']['results']

const exampleRuns: Results = [
  { skill_slug: 'exa-mcp-server', outcome_status: 'success', latency_ms: 900, output_quality_rating: 8 },
  { skill_slug: 'brave-search-mcp', outcome_status: 'partial_success', latency_ms: 1400, output_quality_rating: 6 },
]

/** Lists, claims and completes benchmark missions of a running service. */
export const command: Command = {
  name: 'missions',
  summary: 'List, claim and complete benchmark missions',
  usage: `waymark missions [options]
       waymark missions claim <mission id> [options]
       waymark missions complete <claim id> --results <file.json> [options]`,
  examples: [
    'waymark missions --limit 5',
    'waymark missions claim 7b0c… --agent my-agent',
    'waymark missions complete 51aa… --results ./runs.json --agent my-agent',
  ],
  words: 2,
  actions: ['list', 'claim', 'complete'],
  options: {
    event: { type: 'string', value: '<slug>', says: 'Only missions of this event, such as web-research-extraction' },
    limit: { type: 'string', value: '<n>', says: 'How many to list' },
    results: { type: 'string', value: '<file.json>', says: 'Your runs of a mission, as below' },
    ...serviceOptions,
  },
  notes: [
    'Claiming a mission shows its task; --json lists all of them whole.',
    '',
    `runs.json is a list of 1 to ${mostResults} runs; two or more pay ${comparativeMultiplier} times as much as one:`,
    `  ${JSON.stringify(exampleRuns)}`,
  ],
  async run(args, io) {
    const [action = 'list', id] = args.positionals
    if (action !== 'list' && !((action === 'claim' || action === 'complete') && id)) {
      throw new UsageError('Say list, claim <mission id> or complete <claim id>.')
    }
    if (action === 'list') {
      refuseMore(id)
      return list(await openServiceToRead(args, io), args, io)
    }
    // A mistake in the file is reported before anybody is registered.
    const results = action === 'complete' ? readResults(args) : undefined
    const service = await openService(args, io)
    return results === undefined ? claim(service, id ?? '', args, io) : complete(service, { claim_id: id ?? '', results }, args, io)
  },
}

async function list({ waymark, identity }: Service, args: Arguments, io: Io): Promise<number> {
  const wanted = { event: textOption(args, 'event'), limit: numberOption(args, 'limit'), agent_identity_id: identity }
  const answer = await waymark.call('list_missions', present(wanted))
  const rows = answer.missions.map(({ id, title, reward_multiplier, claimed_count, max_claims }) => [
    id,
    `${reward_multiplier}x`,
    `${max_claims - claimed_count} of ${max_claims}`,
    shorten(title, 80),
  ])
  const begun = answer.missions.flatMap(({ title, your_claim }) =>
    your_claim?.status === 'claimed'
      ? [`You have begun "${title}", claim ${your_claim.claim_id}.${your_claim.note ? ` ${your_claim.note}` : ''}`]
      : [],
  )
  const table = tableOf(['id', 'pays', 'free places', 'mission'], rows, paintFor(io.colours))
  return show(args, io, { json: answer, text: [table, ...begun].join('\n') })
}

async function claim(service: Service, mission_id: string, args: Arguments, io: Io): Promise<number> {
  const agent_identity_id = requireIdentity(service)
  // Read first: once the place is taken, nothing may fail any more.
  const { missions } = await service.waymark.call('list_missions', {})
  const answer = await service.waymark.call('claim_mission', { mission_id, agent_identity_id })
  const mission = missions.find(({ id }) => id === answer.mission_id)
  const work = mission ? ['', mission.task_prompt, `Candidates: ${mission.candidates.join(', ')}`, ''] : []
  const next = `When you have run it: waymark missions complete ${answer.claim_id} --results <file.json>`
  return show(args, io, { json: answer, text: ['Claimed.', ...work, next].join('\n') })
}

function readResults(args: Arguments): Results {
  const file = textOption(args, 'results')
  if (!file) throw new UsageError('Name the file with the results: --results <file.json>, a list of runs.')
  return readJsonFile(file) as Results
}

type Completed = { claim_id: string; results: Results }

async function complete(service: Service, completed: Completed, args: Arguments, io: Io): Promise<number> {
  const answer = await service.waymark.call('complete_mission', { ...completed, ...present({ agent_identity_id: service.identity }) })
  const { routing_credits, reputation_points } = answer.rewards
  const told = `Recorded ${answer.outcomes_recorded} runs: ${routing_credits} credits, ${reputation_points} reputation.`
  return show(args, io, { json: answer, text: withWarnings(told, answer) })
}
