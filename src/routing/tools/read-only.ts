import type { CatalogEntry } from '../../catalog/schema.ts'
import { oncePer } from '../../once.ts'
import { wordSet } from '../../retrieval/word-list.ts'
import { firstVerbOf } from '../understand/steps/steps.ts'

const reading = wordSet(
  `get list search find read fetch query describe show view count lookup look check browse retrieve summarize summarise analyze analyse explain
    compare track monitor inspect status info details stats history suggest recommend recommendations discover explore extract scrape crawl ask tail
    validate calculate convert translate`,
)
const changing = wordSet(
  `create add update delete remove send post publish upload write set put insert edit move rename book cancel reply forward draft execute run
    call make modify patch save submit start stop restart deploy merge push commit close open assign schedule archive approve apply install enable
    disable control play pause invoke manage import generate render build trigger transfer pay refund order buy sell register`,
)
/** Verbs that change something outside. */
const asked = wordSet(
  `create add update delete remove send post publish upload write insert edit move rename book cancel reply forward submit restart deploy merge
    push close assign schedule reschedule archive approve transfer pay refund order buy tweet invite connect`,
)

const partsOfName = (name: string) =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)

/** Whether all that is known of a server's tools is that they look something up. */
export const onlyReads = oncePer(({ tools }: CatalogEntry): boolean => {
  const names = tools.map(({ name }) => partsOfName(name))
  return names.length > 0 && names.every((parts) => parts.some((part) => reading.has(part)) && !parts.some((part) => changing.has(part)))
})

/** Whether the first thing that a text asks for changes something. */
export const asksForChange = (text: string) => asked.has(firstVerbOf(text) ?? '')
