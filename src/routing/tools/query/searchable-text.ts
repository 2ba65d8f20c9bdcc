import { commandLineIn, leadingCommand } from '../../understand/commands/command-line.ts'
import { isSurelyPlace, type ProductMention, type Understanding } from '../../understand/types.ts'
import { isSlug, normalise, tokenise } from '../../understand/words/tokens.ts'
import { withNamesAs } from '../products/named.ts'
import { marksIn, shellWork } from './marks.ts'
import { inEnglish } from './other-languages.ts'
import { withoutRepositories } from './repositories.ts'
import { asksTheWeb, asWebSearch, webSearchQuery } from './sought-on-the-web.ts'
import { withoutFileKinds } from './whole-files.ts'

/** What the catalog is searched with: the text in English, without what must not be used or is only looked for elsewhere, plus words for its marks. */
export function searchableText(
  text: string,
  language: string,
  products: readonly ProductMention[],
  oddsOnTheWeb: Understanding['foundOnTheWeb'] = () => Number.NEGATIVE_INFINITY,
): string {
  // A command line is shell work, whatever its arguments name, unless its program belongs to a product.
  const leading = leadingCommand(text)
  const command = products.length === 0 ? commandLineIn(text, leading) : null
  if (command) return command.productAt === null ? `${shellWork} ${text.slice(command.end)}` : text.slice(command.productAt)
  const told = (
    asksTheWeb(text, products, oddsOnTheWeb) ? webSearchQuery : asWebSearch(withNamesAs(text, products, insteadOfName), products)
  )
    .replace(landmark, ' nearby ')
    .replace(address, ' ')
    .replace(hyphenated, (word) => (isSlug(normalise(word)) ? ' ' : word))
  const run = leading?.productAt === null ? [shellWork] : []
  const english = inEnglish(withoutRepositories(withoutFileKinds(told, language)), language)
  const names = namesMissingIn(english, language === 'en' ? products.filter(isWrittenApart) : products)
  return [english, ...names, ...marksIn(text, language, { isPlaceTold: products.some(isSurelyPlace) }), ...run].join(' ')
}

/** What must not be used is not searched for; nor is the share price of Shopify found by its name, but where one asks by ticker. */
const insteadOfName = ({ isCompany, role }: ProductMention) => (isCompany ? 'company ticker' : role === 'ruled_out' ? ' ' : null)

/** "git lab" for GitLab. An imported entry of which only the name is known may well be called after two ordinary words. */
const isWrittenApart = ({ name, surface, vouched }: ProductMention) =>
  vouched && normalise(surface).replace(' ', '') === normalise(name) && surface.includes(' ')

/** Other languages inflect names or write them in their own script; the catalog spells them as their makers do. */
function namesMissingIn(english: string, products: readonly ProductMention[]): string[] {
  const words = new Set(tokenise(english).map(({ norm }) => norm))
  const wanted = products.filter(({ role, slugs }) => role !== 'ruled_out' && slugs.length > 0).map(({ name }) => name)
  return [...new Set(wanted)].filter((name) => tokenise(name).some(({ norm }) => !words.has(norm)))
}

/** A landmark only says where something is. */
const landmark =
  /\b(?:near|nearby|close to|around|next to|within walking distance of|walking distance from|far is \S+ \S+ from|far (?:away )?is|from) (?:my|our|the) (?:hotel|airbnb|hostel|apartment|flat|house|office)\b/giu
/** A mail address says nothing about the work. */
const address = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,6}/g
/** A catalog slug in the text is not a request for that entry either. */
const hyphenated = /(?<![\w-])\w{1,64}(?:-\w{1,64}){1,8}(?![\w-])/g
