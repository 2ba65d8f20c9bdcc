import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { compile } from 'json-schema-to-typescript'
import { openApi } from '../src/faces/openapi.ts'
import { referenceMarkdown } from '../src/faces/reference.ts'
import { inputSchema, receivedSchema } from '../src/faces/schemas.ts'
import type { JsonSchema } from '../src/input/json-schema.ts'
import { operations } from '../src/operations.ts'
import { reasonMeanings } from '../src/routing/reasons/meanings.ts'

const root = new URL('../', import.meta.url)
const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())

async function sdkTypes(): Promise<string> {
  const types: string[] = []
  for (const row of operations) {
    types.push(
      await typeText(`${pascal(row.name)}Input`, inputSchema(row)),
      await typeText(`${pascal(row.name)}Output`, receivedSchema(row)),
    )
  }
  const rows = operations.map(
    (row) => `  ${row.name}: { http: '${row.http}'; input: ${pascal(row.name)}Input; output: ${pascal(row.name)}Output }`,
  )
  const routes = operations.map((row) => `  ${row.name}: '${row.http}',`)
  return `// Generated from the operation table by \`npm run gen\`; do not edit.\n\n${types.join('\n')}
export interface Operations {\n${rows.join('\n')}\n}\n\nexport const routes = {\n${routes.join('\n')}\n} as const\n`
}

async function typeText(name: string, schema: JsonSchema): Promise<string> {
  const untitled = JSON.parse(JSON.stringify({ ...schema, title: undefined }))
  return compile(untitled, name, {
    bannerComment: '',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    format: true,
    style: { semi: false, singleQuote: true, printWidth: 140 },
  })
}

function reasonsMarkdown(): string {
  const rows = Object.entries(reasonMeanings).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
  return `## Reasons\n\nWhat the codes in \`routing_metadata.reasons\` mean. The list is closed.\n\n| code | meaning |\n|---|---|\n${rows.join('\n')}\n`
}

function pythonRoutes(): string {
  const routes = operations.map((row) => `    "${row.name}": "${row.http}",`)
  return `# Generated from the operation table by \`npm run gen\`; do not edit.\n\nROUTES = {\n${routes.join('\n')}\n}\n`
}

const files: Record<string, string> = {
  'docs/api.md': `${referenceMarkdown(operations)}\n${reasonsMarkdown()}`,
  'docs/openapi.json': `${JSON.stringify(openApi(operations), null, 1)}\n`,
  'sdk/src/types.gen.ts': await sdkTypes(),
  'clients/python/waymark/operations.py': pythonRoutes(),
}
const drifted = Object.entries(files).filter(
  ([path, text]) => !existsSync(new URL(path, root)) || readFileSync(new URL(path, root), 'utf8') !== text,
)

if (process.argv.includes('--check')) {
  if (drifted.length > 0) {
    console.error(`Generated files are out of date: ${drifted.map(([path]) => path).join(', ')}. Run npm run gen.`)
    process.exitCode = 1
  }
} else {
  for (const [path, text] of drifted) writeFileSync(new URL(path, root), text)
  console.log(drifted.length > 0 ? `Wrote ${drifted.map(([path]) => path).join(', ')}` : 'Nothing to write')
}
