import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/config.ts'
import { testApp } from '../support/harness.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const has = (program: string) => spawnSync(program, ['--version']).status === 0

test('every metric of the dashboard is one the service has', async () => {
  const app = await testApp()
  await app.request('POST', '/api/route', { task: 'anything' })
  const { text } = await app.request('GET', '/metrics')
  await app.close()
  const dashboard = JSON.parse(read('deploy/grafana/waymark.json'))
  const expressions: string[] = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr))
  const metrics = expressions.flatMap((expr) => expr.match(/\b(waymark|process|nodejs)_\w+/g) ?? [])
  expect(metrics.length).toBeGreaterThan(8)
  for (const metric of metrics) expect(text).toContain(`# TYPE ${metric.replace(/_bucket$/, '')} `)
  const ids = dashboard.panels.map(({ id }: { id: number }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

const known = new Set([
  ...Object.keys(readConfig({})),
  ...[...read('src/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map((match) => match[1]),
])

test('the image runs without rights, on settings that exist', () => {
  const instructions = read('deploy/Dockerfile')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  for (const line of instructions) expect(line).toMatch(/^(FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|HEALTHCHECK|CMD) /)
  expect(instructions.filter((line) => line.startsWith('USER')).at(-1)).toBe('USER node')
  expect(instructions.at(-1)).toBe('CMD ["waymark", "serve"]')
  const [build = '', install = ''] = instructions.filter((line) => line.startsWith('RUN'))
  // npm does not make the folder it is to pack into, and of a global package it omits nothing.
  expect(build).toMatch(/mkdir (\S+) && npm pack --pack-destination \1$/)
  expect(install).toContain('npm install --omit=optional')
  expect(install).not.toMatch(/ (-g|--global) /)
  expect(instructions.find((line) => line.startsWith('HEALTHCHECK'))).toContain("'http://127.0.0.1:' + process.env.PORT + '/api/health'")
  const settings = /^ENV (.*)$/m.exec(instructions.join('\n'))?.[1]?.split(' ') ?? []
  for (const setting of settings) expect(known.has(setting.split('=')[0]) || setting === 'NODE_ENV=production', setting).toBe(true)
})

test('compose runs it with a read-only root, and waits for its PostgreSQL', () => {
  const { services } = parse(read('deploy/compose.yaml'))
  expect(services.waymark).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    build: { dockerfile: 'deploy/Dockerfile' },
    env_file: [{ path: '.env', required: false }],
    stop_grace_period: '30s',
    depends_on: { postgres: { condition: 'service_healthy' } },
  })
  const { PGPASSWORD, ...settings } = services.waymark.environment
  for (const setting of Object.keys(settings)) expect(known).toContain(setting)
  // A password with @, / or # in it would make another address.
  expect(settings.DATABASE_URL).not.toContain('PASSWORD')
  expect(PGPASSWORD).toBe(services.postgres.environment.POSTGRES_PASSWORD)
})

test('whoever stops it asks one process, and waits for longer than that process waits', () => {
  const unit = read('deploy/systemd/waymark.service')
  expect(unit).toMatch(/^KillMode=mixed$/m)
  expect(unit).toMatch(/^TimeoutStopSec=30$/m)
  expect(readConfig({}).DRAIN_SECONDS).toBeLessThan(20)
})

/** Templates with their actions taken out: enough to see that what is left is well formed. */
function skeleton(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*\{\{-? *(if|else|end|with|range|define|\$|\/\*)[^\n]*\}\}\s*$/.test(line))
    .join('\n')
    .replace(/\{\{-[^}]*nindent (\d+) *\}\}/g, (_, spaces: string) => `\n${' '.repeat(Number(spaces))}filled: in`)
    .replace(/"[^"\n]*\{\{[^\n]*?\}\}"/g, '"filled"')
    .replace(/\{\{[^}]*\}\}/g, 'filled')
}

test('the chart is well formed: every template parses, nothing runs as root', () => {
  const kinds = globSync('deploy/helm/waymark/templates/*.yaml').flatMap((file) => {
    const documents = parseAllDocuments(skeleton(read(file)))
    for (const document of documents) expect(document.errors, file).toEqual([])
    return documents.map((document) => document.toJS())
  })
  expect(kinds.map(({ kind }) => kind).sort()).toEqual(['Deployment', 'Ingress', 'Secret', 'Service', 'Service', 'StatefulSet'])
  const deployment = kinds.find(({ kind }) => kind === 'Deployment').spec.template.spec
  expect(deployment.securityContext.runAsNonRoot).toBe(true)
  expect(deployment).toMatchObject({ containers: [{ lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } } }] })
  const waits = /terminationGracePeriodSeconds: \{\{ add (\d+) \(index \.Values\.settings "DRAIN_SECONDS" \| default (\d+)\) \}\}/
  const [, longer, usual] = waits.exec(read('deploy/helm/waymark/templates/deployment.yaml')) ?? []
  expect([Number(longer), Number(usual)]).toEqual([5 + 20, readConfig({}).DRAIN_SECONDS])
  expect(deployment.containers[0].securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
  expect(parse(read('deploy/helm/waymark/Chart.yaml')).appVersion).toBe(JSON.parse(read('package.json')).version)
  const values = parse(read('deploy/helm/waymark/values.yaml'))
  for (const setting of Object.keys(values.settings)) expect(known).toContain(setting)
  const used = globSync('deploy/helm/waymark/templates/*').flatMap((file) => [...read(file).matchAll(/\.Values\.([\w.]+)/g)])
  for (const [, path = ''] of used) {
    const found = path.split('.').reduce((value: unknown, key) => (value as Record<string, unknown> | undefined)?.[key], values)
    expect(found, path).toBeDefined()
  }
})

test.skipIf(!has('helm'))('helm itself finds nothing wrong', () => {
  execFileSync('helm', ['lint', '--strict', 'deploy/helm/waymark'])
  const shown = execFileSync('helm', ['template', 'x', 'deploy/helm/waymark', '--set', 'ingress.enabled=true'], { encoding: 'utf8' })
  expect(shown).toMatch(/name: PUBLIC_URL\s+value: "http:\/\/waymark\.example"/)
  expect(shown).toContain('terminationGracePeriodSeconds: 35')
  const folder = mkdtempSync(join(tmpdir(), 'waymark-values-'))
  writeFileSync(join(folder, 'values.yaml'), 'settings: { RATE_LIMIT_PER_MINUTE: 1000000, LOG_LEVEL: info, KEEP_TASK_TEXT: false }')
  const given = execFileSync('helm', ['template', 'x', 'deploy/helm/waymark', '-f', join(folder, 'values.yaml')], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(given).toMatch(/name: RATE_LIMIT_PER_MINUTE\s+value: "1000000"/)
  expect(given).toMatch(/name: KEEP_TASK_TEXT\s+value: "false"/)
})

test.skipIf(!has('systemd-analyze'))('systemd finds nothing wrong with the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-unit-'))
  copyFileSync('deploy/systemd/waymark.service', join(folder, 'waymark.service'))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, 'waymark.service')], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  expect(stderr).not.toContain('waymark.service')
  expect(status).toBe(0)
})
