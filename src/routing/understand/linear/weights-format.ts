import type { LinearModel } from './linear-model.ts'

export type StoredModel = { scales: number[]; biases: number[]; rows: string[] }

/** Rows are base64 of int8 values with runs of zeros squeezed into a zero byte and a count. */
function unpackRow(text: string, length: number): Int8Array {
  const bytes = Buffer.from(text, 'base64')
  const row = new Int8Array(length)
  let at = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes.readInt8(i)
    if (byte === 0) at += bytes[++i]!
    else row[at++] = byte
  }
  return row
}

export function packRow(row: Int8Array): string {
  const bytes: number[] = []
  for (let at = 0; at < row.length; ) {
    let zeros = 0
    while (at + zeros < row.length && row[at + zeros] === 0 && zeros < 255) zeros++
    if (zeros > 0) bytes.push(0, zeros)
    else bytes.push(row[at]! & 255)
    at += Math.max(zeros, 1)
  }
  return Buffer.from(bytes).toString('base64')
}

export function unpackModel({ scales, biases, rows }: StoredModel, length: number): LinearModel {
  const classes = rows.length
  const weights = new Int8Array(length * classes)
  rows.forEach((packed, k) => {
    const row = unpackRow(packed, length)
    for (let i = 0; i < length; i++) weights[i * classes + k] = row[i]!
  })
  return { classes, scales, biases, weights }
}
