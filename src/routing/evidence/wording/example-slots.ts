import { encodedLength, vectorDimensions } from '../../../retrieval/encoder.ts'
import { openKernels, reserve } from '../../../retrieval/open-kernels.ts'
import { createIndexSpace, floats, reaching } from './index-space.ts'

const dataAt = 512
const outAt = (slots: number) => dataAt + slots * vectorDimensions

/** Vectors where the kernels can read them, each as a direction and a length. Slots that are given back are used again. */
export function createExampleSlots() {
  const kernels = openKernels()
  const slots = createIndexSpace()
  let lengths = floats()
  let near = floats()

  function grow(used: number): void {
    const held = kernels.memory.buffer.byteLength
    const needed = outAt(used) + 4 * used
    if (needed > held) reserve(kernels.memory, Math.max(needed, 1.5 * held))
  }

  function write(vector: Float32Array, at: number): number {
    const length = Math.sqrt(squareOf(vector)) || 1
    const row = new Int8Array(kernels.memory.buffer, at, vectorDimensions)
    for (let i = 0; i < vectorDimensions; i++) row[i] = Math.round((encodedLength * vector[i]!) / length)
    return length
  }
  return {
    take(vector: Float32Array): number {
      const slot = slots.take()
      grow(slots.used())
      lengths = reaching(lengths, slot, floats)
      near = reaching(near, slot, floats)
      lengths[slot] = write(vector, dataAt + slot * vectorDimensions)
      return slot
    },
    giveBack: slots.giveBack,
    /** How near each slot lies to the vector, times both lengths and the gain. */
    compare(vector: Float32Array, gain: number): Float32Array {
      const scale = (gain * write(vector, 0)) / encodedLength ** 2
      const used = slots.used()
      kernels.dots(0, dataAt, used, outAt(used))
      const dots = new Int32Array(kernels.memory.buffer, outAt(used), used)
      for (let slot = 0; slot < used; slot++) near[slot] = scale * dots[slot]! * lengths[slot]!
      return near
    },
    used: slots.used,
  }
}

export function squareOf(vector: Float32Array): number {
  let square = 0
  for (const value of vector) square += value * value
  return square
}
