import { commandLineIn, leadingCommand } from '../understand/commands/command-line.ts'
import { isSlug, normalise } from '../understand/tokens.ts'
import type { ProductMention } from '../understand/types.ts'
import { marksIn, withoutRepositories } from './marks.ts'
import { withoutNames } from './named-products.ts'
import { inEnglish } from './other-languages.ts'
import { asWebSearch } from './sought-on-the-web.ts'

/** What the catalog is searched with: the text without what is not to be used or only sought elsewhere, in English, and words for its marks. */
export function searchableText(text: string, language: string, products: readonly ProductMention[]): string {
  const command = products.length === 0 ? commandLineIn(text) : null
  if (command) return command.product_at === null ? `${shellWork} ${text.slice(command.end)}` : text.slice(command.product_at)
  const told = asWebSearch(withoutNames(text, products, 'ruled_out'), products)
    .replace(landmark, ' nearby ')
    .replace(address, ' ')
    .replace(hyphenated, (word) => (isSlug(normalise(word)) ? ' ' : word))
  const run = leadingCommand(text)?.product_at === null ? [shellWork] : []
  return [inEnglish(withoutRepositories(told), language), ...marksIn(text), ...run].join(' ')
}

/** What a command line works on says nothing of where it runs, unless its program belongs to a product. */
const shellWork = 'run shell command terminal'
/** What a place is near to is no work. */
const landmark =
  /\b(?:near|nearby|close to|around|next to|within walking distance of|walking distance from|far is \S+ \S+ from|from) (?:my|our|the) (?:hotel|airbnb|hostel|apartment|flat|house|office)\b/giu
/** Whose mail address it is says nothing of the work. */
const address = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,6}/g
/** Nor does what a catalog calls one of its entries: that is no order. */
const hyphenated = /(?<![\w-])\w{1,64}(?:-\w{1,64}){1,8}(?![\w-])/g
