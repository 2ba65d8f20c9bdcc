import { isAtHand } from './at-hand.ts'
import { asksAboutLink } from './linked-page.ts'
import type { CloseReading } from './reader/reader.ts'
import type { Reading } from './reading.ts'
import { isSurelyPlace, type ProductMention } from './types.ts'
import { isUnlearned } from './words/language.ts'

/** The highest log odds that a tool is needed for what the asker has at hand, or for a text of signs alone or of orders to the router alone. */
const oddsAtHand = -2
/** Where the reader gives at least these log odds, what is at hand goes somewhere ("into a poster") or is checked elsewhere. */
const oddsOfMore = 2
/** The lowest for a task about a linked page, or one that names a product in a language the models hardly know. */
const oddsOfPlace = 1
/** What is added where a product is told what to do. */
const oddsOfAddress = 1.5
/** The lowest for a command line, which nobody writes to have it read. */
const oddsOfCommand = 4

type Told = { reading: Reading; language: string; isOnlyOrders: boolean; look: () => CloseReading | null }

/** The log odds that a tool is needed: those of the models, within bounds where the form of the task tells more surely. */
export function oddsOfNeed(byModels: number, { reading, language, isOnlyOrders, look }: Told): number {
  const told = reading.products.some((product) => isAddressed(product, reading.text)) ? byModels + oddsOfAddress : byModels
  const raised = isDoneElsewhere(reading, language) ? Math.max(told, oddsOfPlace) : told
  const isForModel = isOnlyOrders || isWordless(reading.text) || staysAtHand(reading, look)
  const odds = isForModel ? Math.min(raised, oddsAtHand) : raised
  return reading.command ? Math.max(odds, oddsOfCommand) : odds
}

/** "👍", "?!": the models have hardly anything to go by. */
const isWordless = (text: string) => !/[\p{L}\p{N}]/u.test(text)

const isDoneElsewhere = ({ text, products }: Reading, language: string) =>
  (isUnlearned(language) && products.some(isSurelyPlace)) || asksAboutLink(text)

/** "Grafana: latency of last night": a product is told what to do. */
const isAddressed = (product: ProductMention, text: string) =>
  isSurelyPlace(product) && /(?:^|[.!?;\n]\s*)$/.test(text.slice(0, product.start)) && /^\s?:\s/.test(text.slice(product.end))

function staysAtHand({ text, products }: Reading, look: Told['look']): boolean {
  const names = products.map(({ surface }) => surface)
  return isAtHand(text, names) && (look()?.needs_tool ?? 0) < oddsOfMore
}
