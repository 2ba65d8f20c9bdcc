// Assembles training/kernels.wat into src/retrieval/kernels.ts. Needs the npm package wabt:
//   npm install --no-save wabt && node training/kernels.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import wabt from 'wabt'

const here = (name) => new URL(name, import.meta.url)
const parsed = (await wabt()).parseWat('kernels.wat', readFileSync(here('kernels.wat'), 'utf8'), { simd: true, relaxed_simd: true })
const base64 = Buffer.from(parsed.toBinary({}).buffer).toString('base64')
const lines = base64.match(/.{1,120}/g).map((line) => `  '${line}'`)
writeFileSync(
  here('../src/retrieval/kernels.ts'),
  `// Made by training/kernels.mjs from training/kernels.wat.\n/** WebAssembly with SIMD: dot products of int8 vectors, agreements of sign patterns, and the dot products of those that agree. */\nexport const kernelsBase64 =\n${lines.join(' +\n')}\n`,
)
