import type { Operations } from '../../../sdk/src/types.gen.ts'
import { roundedScore } from '../../badges/rules.ts'
import { present } from '../../input/present.ts'
import { type Command, numberOption, show, textOption } from '../command.ts'
import { openServiceToRead, serviceOptions } from '../service.ts'
import { type Paint, paintFor, shorten, tableOf } from '../text.ts'

type Sort = NonNullable<Operations['search_skills']['input']['sort']>

/** Searches or lists the catalog of a running service. */
export const command: Command = {
  name: 'search',
  summary: 'Search or list the catalog of tool servers',
  usage: 'waymark search [words] [options]',
  examples: ['waymark search "read and answer e-mail"', 'waymark search --sort stars --limit 50', 'waymark search postgres --json'],
  words: Number.POSITIVE_INFINITY,
  options: {
    workflow: { type: 'string', value: '<slug>', says: 'Only tools for this kind of work' },
    vertical: { type: 'string', value: '<slug>', says: 'Only tools of this line of business' },
    sort: { type: 'string', value: 'score|stars', says: 'Default: by relevance if there is a query, otherwise by score' },
    limit: { type: 'string', value: '<n>', says: 'How many to show, up to 100' },
    offset: { type: 'string', value: '<n>', says: 'How many to skip' },
    ...serviceOptions,
  },
  async run(args, io) {
    const { waymark } = await openServiceToRead(args, io)
    const skills = await waymark.call(
      'search_skills',
      present({
        q: args.positionals.join(' ').trim() || undefined,
        workflow: textOption(args, 'workflow'),
        vertical: textOption(args, 'vertical'),
        // Passed on as given: the service knows which words it takes, and says so.
        sort: textOption(args, 'sort') as Sort | undefined,
        limit: numberOption(args, 'limit'),
        offset: numberOption(args, 'offset'),
      }),
    )
    return show(args, io, { json: skills, text: textOf(skills, paintFor(io.colours)) })
  },
}

function textOf(skills: Operations['search_skills']['output'], paint: Paint): string {
  if (skills.length === 0) return 'Nothing in the catalog matches.'
  const rows = skills.map(({ slug, skill_scores, skill_metrics, description }) => [
    slug,
    `${roundedScore(skill_scores.overall_score).toFixed(1)}${skill_scores.is_prior ? '*' : ''}`,
    skill_metrics.stars_counted ? skill_metrics.github_stars.toLocaleString('en') : '-',
    shorten(description, 80),
  ])
  const table = tableOf(['slug', 'score', 'stars', 'what it does'], rows, paint)
  const hasPriors = skills.some(({ skill_scores }) => skill_scores.is_prior)
  return hasPriors ? `${table}\n* no reports yet: the score rests on facts alone` : table
}
