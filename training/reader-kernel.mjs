// Compiles training/reader-kernel.as into src/routing/understand/reader/kernel.ts. Needs the npm package assemblyscript:
//   npm install --no-save assemblyscript && node training/reader-kernel.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import asc from 'assemblyscript/asc'

const here = (name) => new URL(name, import.meta.url)
const source = readFileSync(here('reader-kernel.as'), 'utf8')
let binary
const options = ['kernel.ts', '-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd,relaxed-simd', '--outFile', 'kernel.wasm']
const { error, stderr } = await asc.main(options, {
  readFile: (name) => (name === 'kernel.ts' ? source : null),
  writeFile: (name, contents) => {
    if (name === 'kernel.wasm') binary = contents
  },
  listFiles: () => [],
})
if (error) throw new Error(stderr.toString(), { cause: error })
const lines = Buffer.from(binary)
  .toString('base64')
  .match(/.{1,120}/g)
  .map((line) => `  '${line}'`)
writeFileSync(
  here('../src/routing/understand/reader/kernel.ts'),
  `// Made by training/reader-kernel.mjs from training/reader-kernel.as.\n/** WebAssembly with SIMD: what the reader does with many numbers at once. */\nexport const readerKernelBase64 =\n${lines.join(' +\n')}\n`,
)
