import type { Features } from './feature-hash.ts'

/** How many numbers the reader gives for the meaning of a name or a text. */
export const meaningWidth = 384

/** The reader's numbers, of about unit length together. */
export const denseValues = (meaning: Float32Array) => meaning.map((value) => value / Math.sqrt(meaning.length))

export const denseFeatures = (values: Float32Array): Features => ({ indices: Int32Array.from(values.keys()), values })
