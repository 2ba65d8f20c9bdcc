import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testStore } from '../../test/support/harness.ts'
import { readSeed } from '../adapters/seed.ts'
import type { Store } from '../storage/store.ts'
import { emptyReport } from './import-plan.ts'
import { startImport } from './record.ts'
import type { SkillFacts } from './schema.ts'

let store: Store
beforeAll(async () => {
  store = await testStore()
})
afterAll(() => store.close())

const { taxonomy, skills } = readSeed()
const shipped = (slug: string, at: Pick<SkillFacts, 'repo_url' | 'packages'>): SkillFacts => ({ ...skills[0]!, slug, ...at })
const npm = (name: string) => ({ registry: 'npm', name })
const image = { registry: 'oci', name: 'ghcr.io/zoo/all-servers' }
const zoo = 'https://github.com/zoo/servers'

const seed = {
  taxonomy,
  skills: [
    shipped('wombat-mcp', { repo_url: 'https://github.com/acme/wombat', packages: [npm('wombat-mcp'), npm('@acme/wombat')] }),
    shipped('koala-mcp', { repo_url: `${zoo}/tree/main/src/koala`, packages: [npm('@zoo/koala'), image] }),
    shipped('quokka-mcp', { repo_url: null, packages: [npm('quokka-mcp'), npm('@acme/quokka')] }),
    shipped('numbat-mcp', { repo_url: null, packages: [] }),
  ],
}

let count = 0
async function reasonsFor(server: object): Promise<string[]> {
  const report = emptyReport()
  const { take } = startImport({ store, seed, source: 'registry', isTrusted: false, now: () => new Date(), report })
  await take([{ place: '1', doc: { name: `io.github.other/server-${++count}`, description: 'Finds animals.', ...server } }])
  return Object.keys(report.reasons)
}

const packaged = (...packages: { registry: string; name: string }[]) => ({
  packages: packages.map(({ registry, name }) => ({ registryType: registry, identifier: name })),
})
const at = (url: string, subfolder?: string) => ({ repository: { url, subfolder } })

describe('what ships with Waymark is known', () => {
  test.each([
    ['by its repository', at('https://github.com/Acme/wombat.git')],
    ['by its package, from a repository that moved', { ...at('https://github.com/acme-labs/wombat'), ...packaged(npm('wombat-mcp')) }],
    ['by its second package, with another of its own before it', packaged(npm('wombat-next'), npm('@Acme/wombat'))],
    ['by its package, without the folder it is in', { ...at(zoo), ...packaged(npm('@zoo/koala')) }],
    ['by its package, from a folder within its own', { ...at(zoo, 'src/koala/server'), ...packaged(npm('@zoo/koala')) }],
    ['by any package, where it has no repository', { ...at('https://github.com/acme/quokka'), ...packaged(npm('@acme/quokka')) }],
    ['by its name in another Waymark, where it has neither', { name: 'waymark/numbat-mcp' }],
  ])('%s', async (_, server) => {
    expect(await reasonsFor(server)).toEqual(['ships with Waymark, reviewed'])
  })

  test.each([
    ['of another folder of its repository', { ...at(zoo, 'src/platypus'), ...packaged(npm('@zoo/platypus')) }],
    ['of another folder, in the same image', { ...at(zoo, 'src/echidna'), ...packaged(image) }],
    ['of the whole repository, in a package of its own', { ...at(zoo), ...packaged(npm('@zoo/servers')) }],
    ['of a name that begins the same', packaged(npm('wombat-mcp-server'))],
  ])('and not taken for one %s', async (_, server) => {
    expect(await reasonsFor(server)).toEqual([])
  })
})
