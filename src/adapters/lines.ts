import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** The lines of a file one after another, so that no file is too large to be read; both kinds of line ends are one. */
export const linesOf = (file: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
