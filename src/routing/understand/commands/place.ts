import { type ProductMention, surelyMeant } from '../types.ts'
import type { CommandLine } from './command-line.ts'

/** A command line runs on any shell, or a server of its program's own product does just what it says. */
export type CommandPlace = 'shell' | 'product'

/**
 * Where a command line runs, and the products it means. The names among its arguments are those of files, packages and containers. One
 * that is named next to the command ("in VS Code") is where all of it is to be done, and then the text is more than a command.
 */
export function readCommand(
  { productAt, end }: CommandLine,
  named: readonly ProductMention[],
): { command: CommandPlace | null; products: ProductMention[] } {
  const isBeside = ({ start, certainty }: ProductMention) => start >= end && certainty >= surelyMeant
  if (named.some(isBeside)) return { command: null, products: [...named] }
  const own = named.find(({ start, slugs }) => start === productAt && slugs.length > 0)
  return own ? { command: 'product', products: [{ ...own, role: 'place', certainty: 1 }] } : { command: 'shell', products: [] }
}
