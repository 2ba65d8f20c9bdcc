import { createReadStream } from 'node:fs'
import { linesIn } from '../../sdk/src/lines.ts'

/** The lines of a file one after another, so that no file is too large to be read. */
export const linesOf = (file: string): AsyncIterable<string> => linesIn(createReadStream(file))
