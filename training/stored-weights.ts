import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rounded } from '../src/rounded.ts'

/** Fitted weights by name, with the digits that are stored. */
export const storedWeights = (names: readonly string[], fitted: ArrayLike<number>): Record<string, number> =>
  Object.fromEntries(names.map((name, at) => [name, rounded(fitted[at]!, 3)]))

/** Writes a file of data/; one with many weights has a line for each, so that a change can be read. */
export function storeWeights(file: string, weights: Readonly<Record<string, number>>, indent = 2): void {
  writeFileSync(join(import.meta.dirname, '../data', file), `${JSON.stringify(weights, null, indent)}\n`)
}
