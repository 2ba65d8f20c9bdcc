import type { Operations } from '../../../sdk/src/types.gen.ts'
import { present } from '../../input/present.ts'
import { type Arguments, type Command, type Io, refuseMore, show, textOption, UsageError } from '../command.ts'
import { readJsonFile } from '../json-file.ts'
import { openService, openServiceToRead, requireIdentity, serviceOptions } from '../service.ts'
import { paintFor, shorten, tableOf, withWarnings } from '../text.ts'

type Listed = Operations['list_challenges']['input']
type Submission = Operations['submit_challenge']['input']

const exampleSubmission: Omit<Submission, 'challenge_slug' | 'agent_identity_id'> = {
  tools_used: [{ skill_slug: 'exa-mcp-server', purpose: 'found the sources' }],
  steps_taken: 4,
  total_latency_ms: 95_000,
  total_cost_usd: 0.04,
  deliverable_summary: 'A table of five competitors with prices and sources.',
  completeness_score: 8,
  quality_score: 7,
}

/** Lists workflow challenges of a running service and hands one in. */
export const command: Command = {
  name: 'challenges',
  summary: 'List workflow challenges and submit one',
  usage: `waymark challenges [options]
       waymark challenges submit <slug> --file <submission.json> [options]`,
  examples: ['waymark challenges --difficulty beginner', 'waymark challenges submit competitor-sheet --file ./mine.json --agent my-agent'],
  words: 2,
  actions: ['list', 'submit'],
  options: {
    category: { type: 'string', value: '<slug>', says: 'Only challenges of this category, such as research' },
    difficulty: { type: 'string', value: '<level>', says: 'beginner, intermediate, advanced or expert' },
    file: { type: 'string', value: '<file.json>', says: 'Your submission, as below' },
    ...serviceOptions,
  },
  notes: [
    '--json lists them whole, with objective, deliverable and what is judged.',
    '',
    'mine.json says what you used, what it took, and how good the result is:',
    `  ${JSON.stringify(exampleSubmission)}`,
  ],
  async run(args, io) {
    const [action = 'list', slug] = args.positionals
    if (action === 'submit') return submit(slug, args, io)
    if (action !== 'list') throw new UsageError('Say list, or submit <slug> --file <submission.json>.')
    refuseMore(slug)
    const service = await openServiceToRead(args, io)
    // Passed on as given: the service knows which words it takes, and says so.
    const filters = { category: textOption(args, 'category'), difficulty: textOption(args, 'difficulty') } as Listed
    const answer = await service.waymark.call('list_challenges', present(filters))
    const rows = answer.challenges.map(({ slug, difficulty, category, par, title }) => [
      slug,
      difficulty,
      category,
      `${par.steps} steps, ${par.minutes} min, $${par.usd}`,
      shorten(title, 60),
    ])
    const text = tableOf(['slug', 'difficulty', 'category', 'par', 'challenge'], rows, paintFor(io.colours))
    return show(args, io, { json: answer, text })
  },
}

async function submit(challenge_slug: string | undefined, args: Arguments, io: Io): Promise<number> {
  const file = textOption(args, 'file')
  if (!challenge_slug) throw new UsageError('Say which challenge: submit <slug>. See them with: waymark challenges')
  if (!file)
    throw new UsageError('Name the file with your submission: --file <submission.json>. See waymark challenges --help for its form.')
  const submission = readJsonFile(file) as Submission
  const service = await openService(args, io)
  const answer = await service.waymark.call('submit_challenge', {
    ...submission,
    challenge_slug,
    agent_identity_id: requireIdentity(service),
  })
  const told = `${answer.overall_score} of 10. ${answer.message}`
  return show(args, io, { json: answer, text: withWarnings(told, answer) })
}
