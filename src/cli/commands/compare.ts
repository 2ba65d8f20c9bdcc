import { type Command, show, UsageError } from '../command.ts'
import { openServiceToRead, serviceOptions } from '../service.ts'
import { paintFor, plain, tableOf } from '../text.ts'

/** Compares tool servers of a running service's catalog. */
export const command: Command = {
  name: 'compare',
  summary: 'Compare two to four tool servers',
  usage: 'waymark compare <slug> <slug> [<slug> <slug>] [options]',
  examples: ['waymark compare exa-mcp-server brave-search-mcp', 'waymark compare exa-mcp-server brave-search-mcp firecrawl-mcp --json'],
  words: Number.POSITIVE_INFINITY,
  options: serviceOptions,
  async run(args, io) {
    if (args.positionals.length < 2) throw new UsageError('Name at least two slugs.')
    const { waymark } = await openServiceToRead(args, io)
    const answer = await waymark.call('compare_skills', { slugs: args.positionals })
    const slugs = answer.skills.map(({ slug }) => slug)
    const rows = answer.dimensions.map(({ dimension, ranking, winner }) => [
      dimension,
      ...slugs.map((slug) => `${ranking.find((place) => place.slug === slug)?.score.toFixed(2) ?? '-'}${winner === slug ? ' ◂' : ''}`),
    ])
    const table = tableOf(['dimension', ...slugs], rows, paintFor(io.colours))
    return show(args, io, { json: answer, text: `${table}\n\n${plain(answer.why)}` })
  },
}
