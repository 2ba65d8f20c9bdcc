import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeFolder, startService } from '../support/service-process.ts'
import { copyTree } from '../support/tree-copy.ts'

const tree = copyTree()
afterAll(tree.remove)
const read = (path: string) => readFileSync(join(tree.folder, path), 'utf8')
const generated = ['docs/api.md', 'docs/openapi.json', 'sdk/src/types.gen.ts']

test('a changed schema and path move REST, MCP, OpenAPI, the SDK’s types and the reference', async () => {
  const changes = [
    {
      file: 'src/catalog/schema.ts',
      from: 'z.object({ slugs: slugList })',
      to: "z.object({ slugs: slugList, shine: z.int().min(1).max(9).describe('How it shines') })",
    },
    { file: 'src/catalog/operations.ts', from: "http: 'GET /api/skills/compare'", to: "http: 'GET /api/skills/contrast'" },
  ]
  for (const { file, from, to } of changes) {
    const before = read(file)
    expect(before).toContain(from)
    writeFileSync(join(tree.folder, file), before.replace(from, to))
  }

  const check = spawnSync(process.execPath, ['scripts/generate.ts', '--check'], { cwd: tree.folder, encoding: 'utf8' })
  expect(check.status).toBe(1)
  for (const path of [...generated, 'clients/python/waymark/operations.py']) expect(check.stderr).toContain(path)
  execFileSync(process.execPath, ['scripts/generate.ts'], { cwd: tree.folder })
  for (const path of generated) expect(read(path)).toContain('How it shines')
  expect(read('sdk/src/types.gen.ts')).toMatch(/interface CompareSkillsInput \{[^}]*shine: number/)
  expect(read('clients/python/waymark/operations.py')).toContain('"compare_skills": "GET /api/skills/contrast"')

  const service = await startService({}, { argv: [join(tree.folder, 'src/main.ts')] })
  const get = async (path: string) => (await fetch(`${service.url}${path}`)).text()
  expect(await get('/api/skills/contrast?slugs=exa-mcp-server,brave-search-mcp')).toContain('shine')
  expect(await get('/api/skills/contrast?slugs=exa-mcp-server,brave-search-mcp&shine=3')).toContain('"winner"')
  expect(await get('/api/openapi.json')).toContain('How it shines')
  const response = await fetch(`${service.url}/api/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const { result } = await response.json()
  const tool = result.tools.find(({ name }: { name: string }) => name === 'service_compare')
  expect(tool.inputSchema.properties.shine).toMatchObject({ type: 'integer', description: 'How it shines' })
  await service.end('SIGTERM')
  removeFolder(service)
})
