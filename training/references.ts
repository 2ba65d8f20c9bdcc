// Writes data/weights/references.i8: the vectors of a spread of our own example tasks, against which the index
// measures how near an entry lies to tasks of every kind. Run it after every change of the table.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSeed } from '../src/adapters/seed.ts'
import { loadWeights } from '../src/adapters/weights.ts'
import { createEncoder, vectorDimensions } from '../src/retrieval/encoder.ts'
import { isHeldExample } from './understand-data.ts'

const count = 128

const examples = readSeed().skills.flatMap((skill) => skill.examples.filter((_, at) => !isHeldExample(at)))
const encoder = createEncoder(loadWeights())
const step = Math.floor(examples.length / count)
const out = new Int8Array(count * vectorDimensions)
for (let at = 0; at < count; at++) out.set(encoder.encode(examples[at * step]!), at * vectorDimensions)
writeFileSync(join(import.meta.dirname, '../data/weights/references.i8'), out)
console.log(`${count} of ${examples.length} examples`)
