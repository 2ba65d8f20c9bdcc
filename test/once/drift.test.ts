import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeFolder, startService } from '../service-process.ts'
import { copyTree } from '../tree-copy.ts'

const tree = copyTree()
afterAll(tree.remove)
const read = (path: string) => readFileSync(join(tree.folder, path), 'utf8')
const generated = ['docs/api.md', 'docs/openapi.json', 'sdk/src/types.gen.ts']

test('one change of a schema moves REST, MCP, OpenAPI, the SDK’s types and the reference', async () => {
  const file = 'src/catalog/operations.ts'
  const before = read(file)
  const changed = before.replace(
    'z.object({ slugs: slugList })',
    "z.object({ slugs: slugList, shine: z.int().min(1).max(9).describe('How it shines') })",
  )
  expect(changed).not.toBe(before)
  writeFileSync(join(tree.folder, file), changed.replace("http: 'GET /api/skills/compare'", "http: 'GET /api/skills/contrast'"))

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
