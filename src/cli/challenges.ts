import { readFileSync } from 'node:fs'
import type { Operations } from '../../sdk/src/types.gen.ts'
import { present } from '../present.ts'
import { type Command, textOption, UsageError } from './command.ts'
import { openService, requireIdentity, serviceOptions, serviceUsage } from './service.ts'
import { paintFor, shorten, tableOf } from './text.ts'

type Listed = Operations['list_challenges']['input']
type Submission = Operations['submit_challenge']['input']

/** Lists workflow challenges of a running service and hands one in. */
export const command: Command = {
  name: 'challenges',
  summary: 'List workflow challenges and hand one in',
  usage: `waymark challenges [--category <slug>] [--difficulty <level>] | challenges submit <slug> --file <submission.json> ${serviceUsage}`,
  examples: ['waymark challenges --difficulty beginner', 'waymark challenges submit competitor-sheet --file ./mine.json --agent my-agent'],
  actions: ['list', 'submit'],
  options: { ...serviceOptions, category: { type: 'string' }, difficulty: { type: 'string' }, file: { type: 'string' } },
  async run(args, io) {
    const [action = 'list', slug] = args.positionals
    const file = textOption(args, 'file')
    if (action !== 'list' && !(action === 'submit' && slug && file))
      throw new UsageError('Say list, or submit <slug> --file <submission.json>.')
    const service = await openService(args, io)
    if (action === 'submit') {
      const submission = JSON.parse(readFileSync(file ?? '', 'utf8')) as Submission
      const identity = requireIdentity(service)
      const answer = await service.waymark.call('submit_challenge', {
        ...submission,
        challenge_slug: slug ?? '',
        agent_identity_id: identity,
      })
      io.out(args.options.json ? JSON.stringify(answer) : `${answer.overall_score} of 10, ${answer.tier ?? 'no tier'}. ${answer.message}`)
      return 0
    }
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
    const table = tableOf(['slug', 'difficulty', 'category', 'par', 'challenge'], rows, paintFor(io.colours))
    io.out(args.options.json ? JSON.stringify(answer) : table)
    return 0
  },
}
