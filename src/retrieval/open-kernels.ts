import { once } from '../once.ts'
import { kernelsBase64 } from './kernels.ts'

/** The exports of training/kernels.wat, which says what each does. All numbers but counts are places in the memory. */
type Kernels = {
  memory: WebAssembly.Memory
  dots: (query: number, vectors: number, count: number, out: number) => void
  agreements: (tables: number, patterns: number, count: number, out: number) => void
  dotsAt: (query: number, vectors: number, rows: number, count: number, out: number) => void
  chosen: (agreeing: number, count: number, least: number, out: number) => number
  hidden: (rows: number, count: number, inputs: number, weights: number, groups: number, out: number) => void
}

const kernelModule = once(() => new WebAssembly.Module(Buffer.from(kernelsBase64, 'base64')))

/** The inner loops with a memory of their own. */
export function openKernels(): Kernels {
  return new WebAssembly.Instance(kernelModule()).exports as unknown as Kernels
}

const pageBytes = 65536

export function reserve(memory: WebAssembly.Memory, bytes: number): void {
  const lacking = bytes - memory.buffer.byteLength
  if (lacking > 0) memory.grow(Math.ceil(lacking / pageBytes))
}
