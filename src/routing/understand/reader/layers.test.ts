import { expect, test } from 'vitest'
import { createStack, type Dense, type Norm, roomFor, type Summing, zeroOf4Bits } from './layers.ts'

const [width, inner, heads, longest] = [64, 96, 4, 24]

/** The first rows hold the largest and the smallest weights, as the first token does values; the others anything between. */
function dense(rows: number, columns: number, at: number): Dense {
  const values = Uint8Array.from({ length: rows * columns }, (_, i) => (i < columns ? 15 : i < 2 * columns ? 0 : (i * 7 + at * 3) % 16))
  const weights = { values, zero: zeroOf4Bits, scales: new Float32Array(rows).fill(0.02), rows, columns }
  return { weights, bias: Float32Array.from({ length: rows }, (_, i) => Math.sin(i)) }
}
const norm = (): Norm => ({ gain: new Float32Array(width).fill(1), shift: new Float32Array(width) })

function stackThat(summing: Summing) {
  const layer = (at: number) => ({
    query_key_value: dense(3 * width, width, at),
    joined: dense(width, width, at + 1),
    attended: norm(),
    up: dense(inner, width, at + 2),
    down: dense(width, inner, at + 3),
    done: norm(),
  })
  const weights = {
    widened: dense(width, 32, 0),
    positions: new Float32Array(width * longest),
    entered: norm(),
    layers: [layer(1), layer(2)],
  }
  return createStack(weights, { width, heads, inner, longest }, summing)
}

test.each([1, 8, 17])('sums in 16 bits never run over: %i tokens come to the same as in 32', (tokens) => {
  const words = Float32Array.from({ length: 32 * roomFor(tokens) }, (_, i) => (i % roomFor(tokens) === 0 ? 1 : Math.cos(i)))
  const [narrow, wide] = (['narrow', 'wide'] as const).map((summing) => stackThat(summing)(words, tokens).slice())
  expect(narrow!.some((value) => value !== 0)).toBe(true)
  expect(narrow).toEqual(wide)
})
