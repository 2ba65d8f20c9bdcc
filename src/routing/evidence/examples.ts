import { DIMENSIONS } from '../../retrieval/encoder.ts'
import { KERNELS_BASE64 } from '../../retrieval/kernels.ts'
import { establishedWeight } from './conduct.ts'

/** A task that was given to a subject, and how well that went, 0 to 1. The task is there as its vector alone. */
export type Example = { subject: string; voice: string; value: number; vector: Int8Array }
/** How much went well and how much badly with a subject on tasks like this one, in voices. */
export type Taught = { good: number; bad: number }
export type Examples = {
  add: (example: Example) => void
  /** What tasks near this one say about each subject. */
  near: (vector: Int8Array, weightOf: (voice: string) => number) => Map<string, Taught>
  size: () => number
}

type Kernels = { memory: WebAssembly.Memory; dots: (query: number, vectors: number, count: number, out: number) => void }

const unit = 127 * 127
const dataAt = 512
/** Tasks further apart than this have nothing to say about one another. */
const leastSimilarity = 0.6
const newcomersShare = 0.05
const newcomersAlone = 0.02

/** The latest examples, up to `most`; older ones make room. */
export function createExamples(most: number): Examples {
  // The module's exports are fixed by the text it is made from, which this type repeats.
  const kernels = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(KERNELS_BASE64, 'base64'))).exports as unknown as Kernels
  const outAt = dataAt + most * DIMENSIONS
  kernels.memory.grow(Math.ceil((outAt + most * 4) / 65_536))
  const vectors = new Int8Array(kernels.memory.buffer)
  const dots = new Int32Array(kernels.memory.buffer, outAt, most)
  const rows: Omit<Example, 'vector'>[] = []
  let next = 0

  function add({ vector, ...row }: Example): void {
    vectors.set(vector, dataAt + next * DIMENSIONS)
    rows[next] = row
    next = (next + 1) % most
  }

  function near(vector: Int8Array, weightOf: (voice: string) => number): Map<string, Taught> {
    vectors.set(vector, 0)
    kernels.dots(0, dataAt, rows.length, outAt)
    const said = new Map<string, Said>()
    for (let i = 0; i < rows.length; i++) {
      const similarity = dots[i]! / unit
      if (similarity <= leastSimilarity) continue
      const { subject, voice, value } = rows[i]!
      const weight = weightOf(voice)
      if (weight <= 0) continue
      const mass = ((similarity - leastSimilarity) / (1 - leastSimilarity)) ** 2
      const key = `${subject}\n${voice}`
      const known = said.get(key) ?? { subject, weight, mass: 0, good: 0 }
      said.set(key, { ...known, mass: known.mass + mass, good: known.good + mass * value })
    }
    return heard([...said.values()])
  }
  return { add, near, size: () => rows.length }
}

type Said = { subject: string; weight: number; mass: number; good: number }
type Side = { sum: number; loudest: number; second: number }

const joined = ({ sum, loudest, second }: Side, said: number): Side => ({
  sum: sum + said,
  loudest: Math.max(loudest, said),
  second: Math.max(second, Math.min(loudest, said)),
})
/** The loudest speaks no louder than the next: what only one says counts for nothing. */
const agreed = ({ sum, loudest, second }: Side) => sum - loudest + second
const silent: Side = { sum: 0, loudest: 0, second: 0 }

/**
 * One voice counts once for each subject, newcomers together for little, and no voice for more than the next one on its side,
 * so that nobody alone can turn the router on a wording that others have not met.
 */
function heard(said: readonly Said[]): Map<string, Taught> {
  const counted = said.map(({ subject, weight, mass, good }) => {
    const capped = weight * Math.min(1, mass)
    return { subject, isNew: weight < establishedWeight, good: (capped * good) / mass, bad: capped * (1 - good / mass) }
  })
  const massOf = (isNew: boolean) => counted.filter((one) => one.isNew === isNew).reduce((sum, { good, bad }) => sum + good + bad, 0)
  const newcomers = massOf(true)
  const allowance = Math.max(newcomersAlone, newcomersShare * massOf(false))
  const share = newcomers > allowance ? allowance / newcomers : 1
  const sides = new Map<string, { good: Side; bad: Side }>()
  for (const { subject, isNew, good, bad } of counted) {
    const factor = isNew ? share : 1
    const known = sides.get(subject) ?? { good: silent, bad: silent }
    sides.set(subject, { good: joined(known.good, factor * good), bad: joined(known.bad, factor * bad) })
  }
  return new Map([...sides].map(([subject, { good, bad }]) => [subject, { good: agreed(good), bad: agreed(bad) }]))
}
