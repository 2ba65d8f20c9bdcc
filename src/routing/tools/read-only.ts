import type { CatalogEntry } from '../../catalog/schema.ts'
import { oncePer } from '../../once.ts'
import { wordSet } from '../../retrieval/word-list.ts'
import { firstVerbOf } from '../understand/steps/steps.ts'

/** Verbs of names of tools: the first of them tells what a tool does, as in `get_post` and `post_get_started`. */
const reading = wordSet(
  `get list search find read fetch query describe show view count lookup look check browse retrieve summarize summarise analyze analyse explain
    compare track monitor inspect suggest recommend discover explore extract scrape crawl ask tail validate calculate convert translate select`,
)
/** Nouns that stand for looking something up where no verb stands beside them. */
const readings = wordSet('status info details stats history recommendations')
const changing = wordSet(
  `create add update delete remove send post publish upload write set put insert edit move rename book cancel reply forward draft execute run
    call make modify patch save submit start stop restart deploy merge push commit close open assign schedule archive approve apply install enable
    disable control play pause invoke manage import generate render build trigger transfer pay refund order buy sell register`,
)
/** Verbs that change something outside. */
const asked = wordSet(
  `create add update delete remove send post publish upload write insert edit move rename book cancel reply forward submit restart deploy merge
    push close assign schedule reschedule archive approve transfer pay refund order buy tweet invite connect drop store save share put set mute
    rotate tag label comment grant revoke resolve reopen snooze`,
)

const partsOfName = (name: string) =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)

function looksUp(parts: readonly string[]): boolean {
  const verb = parts.find((part) => reading.has(part) || changing.has(part))
  return verb === undefined ? parts.some((part) => readings.has(part)) : reading.has(verb) || parts.includes('select')
}

/** Tools that only open or end what the others need. */
const isHousekeeping = (parts: readonly string[]) => parts.includes('session') || parts.includes('auth') || parts.includes('login')

/** Whether the first thing that a text asks for changes something. */
export const asksForChange = (text: string) => asked.has(firstVerbOf(text) ?? '')

/** Whether all that is known of a server, its tools and what it is right for, is that it looks something up. */
export const onlyReads = oncePer(({ tools, examples }: CatalogEntry): boolean => {
  const names = tools.map(({ name }) => partsOfName(name)).filter((parts) => !isHousekeeping(parts))
  return names.length > 0 && names.every(looksUp) && !examples.some(asksForChange)
})
