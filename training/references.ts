// Writes data/weights/references.i8: the vectors of a spread of our own example tasks, against which the index
// measures how near an entry lies to tasks of every kind. Run it after every change of the table.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEncoder, vectorDimensions } from '../src/retrieval/encoder.ts'
import { createVocabulary } from '../src/retrieval/vocabulary.ts'

const REFERENCES = 128
const [data = 'data'] = process.argv.slice(2)
const weights = join(data, 'weights')

type Skill = { examples?: string[] }
const examples = readdirSync(data)
  .filter((name) => /^skills\..*\.json$/.test(name))
  .flatMap((name) => {
    const parsed: Skill[] | { skills: Skill[] } = JSON.parse(readFileSync(join(data, name), 'utf8'))
    return (Array.isArray(parsed) ? parsed : parsed.skills).flatMap((skill) => (skill.examples ?? []).filter((_, at) => at % 5 !== 4))
  })
const scales = readFileSync(join(weights, 'scales.f32'))
const encoder = createEncoder({
  vocabulary: createVocabulary(readFileSync(join(weights, 'vocabulary.txt'), 'utf8').split('\n')),
  rows: new Int8Array(readFileSync(join(weights, 'table.i8'))),
  scales: new Float32Array(scales.buffer.slice(scales.byteOffset, scales.byteOffset + scales.length)),
})
const step = Math.floor(examples.length / REFERENCES)
const out = new Int8Array(REFERENCES * vectorDimensions)
for (let at = 0; at < REFERENCES; at++) out.set(encoder.encode(examples[at * step]!), at * vectorDimensions)
writeFileSync(join(weights, 'references.i8'), out)
console.log(`${REFERENCES} of ${examples.length} examples`)
