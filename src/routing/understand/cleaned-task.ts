import { commandLineIn } from './commands/command-line.ts'
import { withoutLeadIn } from './framing/lead-in.ts'
import { withoutMetaSentences } from './framing/meta-sentences.ts'
import { taskInForm } from './framing/task-in-form.ts'
import { type CleanedTask, withoutRouterOrders } from './orders/router-orders.ts'
import type { ProductLexicon } from './products/lexicon.ts'
import { namesProduct } from './products/products.ts'
import { withoutSlips } from './words/slips.ts'

/**
 * The task itself, without its frame, orders to the router and slips of the keyboard. The form comes first, because the tags that tell its
 * fields apart are taken off with the orders; the lead-in is only seen at the beginning, once no other sentence stands before it.
 */
export function cleanedTask(task: string, lexicon: ProductLexicon): CleanedTask {
  const isProductNamed = (part: string) => namesProduct(part, lexicon)
  const asked = taskInForm(task, isProductNamed)
  const honest = withoutRouterOrders(asked, { namesProduct: isProductNamed, reader: lexicon.reader })
  const told = withoutLeadIn(withoutMetaSentences(honest.text, isProductNamed))
  // The words of a command line are spelled as meant.
  const text = commandLineIn(told) ? told : withoutSlips(told, (word) => lexicon.byFirstWord.has(word))
  return { ...honest, text }
}
