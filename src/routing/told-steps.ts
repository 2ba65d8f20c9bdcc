import taxonomy from '../../data/taxonomy.json' with { type: 'json' }
import type { Signals } from '../catalog/models.ts'
import { isSurelyPlace, type KindChances, type Understanding } from './understand/types.ts'

/** A piece of work that a language model sees in a task: the task's own words for it, and the kinds of tool that could do it, if any do. */
export type ToldStep = { part: string; kinds: readonly string[] }

/** All that a language model says about a task. */
export type LlmReading = Signals & { steps: readonly ToldStep[] }

/**
 * The steps that a language model told, each in the words of the task: what it wrote itself is not used. Empty where it quotes what is not
 * there or leaves out a product that is plainly worked in, since it then read something else.
 */
export function toldSteps({ whole, products }: Pick<Understanding, 'whole' | 'products'>, steps: readonly ToldStep[]): ToldStep[] {
  const quoted = steps.flatMap(({ part, kinds }) => {
    const found = quotationOf(part).exec(whole)?.[0]
    return found ? [{ part: found, kinds: kinds.filter((kind) => Object.hasOwn(taxonomy.capabilities, kind)) }] : []
  })
  const isAllThere = quoted.length === steps.length && new Set(quoted.map(({ part }) => part)).size === steps.length
  const named = products.filter((product) => isSurelyPlace(product) && product.slugs.length > 0)
  // What one tool does need not be quoted whole.
  const isNoneLeftOut = quoted.length === 1 || named.every(({ surface }) => quoted.some(({ part }) => part.includes(surface)))
  return isAllThere && isNoneLeftOut ? quoted : []
}

const quotes = /['’‘`"“”„«»]/
const anyQuote = `['’‘\`"“”„«»]`

/** Finds the words however they are spaced, capitalised and quoted. */
function quotationOf(part: string): RegExp {
  const words = part.trim().split(/\s+/)
  return new RegExp(words.map((word) => word.split(quotes).map(RegExp.escape).join(anyQuote)).join('\\s+'), 'iu')
}

const capabilityNames = new Map(Object.entries(taxonomy.capabilities))

/** What the likeliest kind does, in the words of the taxonomy. */
export const wordsOfKind = ([likeliest = '']: readonly string[]): string | undefined => capabilityNames.get(likeliest)

/** The chance of the first, the second and the third kind that was told. */
const shares = [0.65, 0.2, 0.1]
const ofOthers = 0.001

export function chancesOf(kinds: readonly string[]): KindChances {
  const chances = new Map([...capabilityNames.keys()].map((kind) => [kind, ofOthers]))
  for (const [at, kind] of kinds.entries()) if (chances.has(kind)) chances.set(kind, shares[at] ?? ofOthers)
  return chances
}
