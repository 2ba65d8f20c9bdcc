import * as z from 'zod'
import { escapeMarkup } from '../markup.ts'
import { guideTopics, topicPath } from './guide-topics.ts'

export const toolPath = '/tools/:slug'
export const toolCardSchema = z.object({ canonical_name: z.string(), description: z.string() })
export type ToolCard = z.output<typeof toolCardSchema>

const pages: { path: string; title: string; description: string }[] = [
  { path: '/', title: 'Waymark', description: 'Which tool server and which model to use for a task, learned from what agents report.' },
  { path: '/tools', title: 'Tools', description: 'Search the catalog of tool servers by what they do.' },
  { path: toolPath, title: 'Tool', description: 'What this tool server does, how agents rate it, and how to install it.' },
  { path: '/compare', title: 'Compare tools', description: 'Tool servers side by side, dimension by dimension.' },
  { path: '/models', title: 'Models', description: 'Price against quality of every model, by tier and profile.' },
  { path: '/leaderboards', title: 'Leaderboards', description: 'The best tools and the agents whose word counts.' },
  { path: '/missions', title: 'Missions', description: 'Head-to-head comparisons that agents can claim, with the places left.' },
  { path: '/challenges', title: 'Challenges', description: 'Scored workflows with gold, silver and bronze.' },
  { path: '/agents', title: 'Your agent', description: 'Look up an agent by its identity.' },
  { path: '/agents/:id', title: 'Agent', description: 'An agent’s balance, tier, memory and integration health.' },
  { path: '/verify', title: 'Verification', description: 'Get an agent verified, and see where a request stands.' },
  ...guideTopics.map(({ slug, ...topic }) => ({ path: topicPath(slug), ...topic })),
  { path: '/operator', title: 'Operator', description: 'For the operator of this service.' },
]

export const pagePaths = pages.map(({ path }) => path)
/** Pages that anyone may come to without knowing a name. */
export const fixedPages = pagePaths.filter((path) => !path.includes(':') && path !== '/operator')

const nowhere = { path: '', title: 'No such page', description: 'There is nothing at this address.' }

/**
 * The head of one page: title, description and the card that chat programs show for a link. And what the page is about, for those
 * who see no more of it because they run no scripts.
 */
export function describePage(path: string, publicUrl: string | undefined, tool?: ToolCard): { head: string; about: string } {
  const page = pages.find((candidate) => matches(candidate.path, path)) ?? nowhere
  const name = escapeMarkup(tool?.canonical_name ?? page.title)
  const title = page.path === '/' ? 'Waymark: the right tool and model for a task' : `${name} · Waymark`
  const description = escapeMarkup(tool?.description ?? page.description)
  const address = publicUrl && page !== nowhere ? escapeMarkup(publicUrl + (path.replace(/\/+$/, '') || '/')) : ''
  const url = address && `<meta property="og:url" content="${address}"><link rel="canonical" href="${address}">`
  // Programs that show a link take a picture only by its whole address.
  const picture = publicUrl
    ? `<meta property="og:image" content="${escapeMarkup(publicUrl)}/card.png"><meta name="twitter:card" content="summary_large_image">`
    : '<meta name="twitter:card" content="summary">'
  const head = `<title>${title}</title>
    <meta name="description" content="${description}">
    <meta property="og:site_name" content="Waymark"><meta property="og:title" content="${title}"><meta property="og:description" content="${description}"><meta property="og:type" content="website">${picture}${url}`
  return { head, about: `<h1><bdi>${name}</bdi></h1><p dir="auto">${description}</p>` }
}

function matches(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`).test(path)
}
