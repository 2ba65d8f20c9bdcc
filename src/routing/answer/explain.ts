import type { RouteDecision, ToolPick } from '../decision.ts'

/** British, so that no comma stands before the last `and`. */
const list = new Intl.ListFormat('en-GB')

/** The decision in plain words, for a person or a model that reads it. Task text is never repeated here. */
export function explainRoute(decision: RouteDecision): string {
  const sentences = [approachSentence(decision), ...modelSentence(decision)]
  return sentences.join(' ')
}

function approachSentence(decision: RouteDecision): string {
  if (decision.approach === 'direct_llm') return 'A language model can do this by itself: nothing outside has to be read or changed.'
  if (decision.approach === 'multi_tool') return stepsSentence(decision)
  if (!decision.pick && decision.reasons.includes('work_for_hands')) return 'This looks like physical work that no tool server can do.'
  if (!decision.pick) return unresolvedSentence(decision)
  return toolSentence(decision.pick, decision)
}

/** Where nothing was found: in the whole catalog, or in what the caps left of it. */
function soughtIn({ excluded }: RouteDecision): string {
  const broken = Object.keys(excluded)
  return broken.length === 0 ? 'in the catalog' : `within ${list.format(broken)}`
}

function unresolvedSentence(decision: RouteDecision): string {
  return `This needs a tool, but nothing ${soughtIn(decision)} fits well enough to name.`
}

function stepsSentence(decision: RouteDecision): string {
  const { steps } = decision
  const named = [...new Set(steps.flatMap(({ pick }) => (pick ? [pick.tool.entry.canonical_name] : [])))]
  const open = steps.filter(({ pick }) => pick === null).length
  const gap = open > 0 ? ` Nothing ${soughtIn(decision)} fits ${open} of these steps.` : ''
  return `The task has ${steps.length} steps that need tools, done in order with ${list.format(named)}.${gap}`
}

function toolSentence(pick: ToolPick, decision: RouteDecision): string {
  const { reasons, n_effective } = decision
  const { fallback } = pick
  const removed = reasons.includes('named_product_excluded') ? ' The product named in the task was ruled out by a constraint.' : ''
  const close = reasons.includes('near_equal_candidates') ? ' Others are nearly as good.' : ''
  const backing = n_effective > 0 ? ' Reports of other agents were weighed in.' : ''
  const spare = fallback ? ` If it is down, use ${fallback.entry.canonical_name}.` : ''
  return whyTool(pick, decision) + removed + close + backing + spare
}

function whyTool({ tool }: ToolPick, { reasons, match_method, explored }: RouteDecision): string {
  const name = tool.entry.canonical_name
  if (explored) return `${name} does this about as well as the best match, and is tried now so that more is known about it.`
  if (match_method === 'named_product') return `The task names the product that ${name} works in.`
  if (reasons.includes('project_stack')) return `${name} does this kind of work, and this agent's project is built with it.`
  if (reasons.includes('well_known')) return `${name} is the best known of the tools that match the task about equally well.`
  if (reasons.includes('lower_price')) return `${name} costs least of the tools that match the task about equally well.`
  if (match_method === 'workflow')
    return `${name} comes first among the tools of this workflow${reasons.includes('vertical_preferred') ? ' for this industry' : ''}.`
  const [matched] = tool.matchedTools()
  return `${name} matches the task best${matched ? `, with its tool ${matched}` : ''}.`
}

function modelSentence({ approach, pick, model }: RouteDecision): string[] {
  if (model.kind === 'none') return [model.message]
  if (approach === 'mcp_server' && !pick) return [`${model.primary.display_name} could only draft or plan it.`]
  if (approach === 'direct_llm') return [`Use ${model.primary.display_name}, from the ${model.tier} tier.`]
  return [`${model.primary.display_name} drives it, from the ${model.tier} tier.`]
}
