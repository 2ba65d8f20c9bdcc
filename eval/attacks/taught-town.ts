import { lazyEncoder, sketchWith, usualTask } from '../../src/adapters/weights.ts'
import { createGoodFor } from '../../src/routing/evidence/wording/good-for.ts'
import { rankTools } from '../../src/routing/tools/rank.ts'
import { seeded, shuffled } from '../chance.ts'
import { plainAsk } from '../plain-ask.ts'
import { openRouter } from '../router.ts'
import { wantedTasks } from './catalog.ts'
import { fullStrength } from './false-examples.ts'
import type { Finding, Size } from './finding.ts'

type Kind = { right: string; taughtOn: string[]; held: string[] }
type Liar = 'praises the runner-up' | 'praises it and blames the right one' | 'praises a tool that was not offered'

const mostOffered = 6
const rounds = 3
const standing = { weight: 1, network: '' }

/**
 * Established agents and colluders among them ask tasks of one kind in turn. Honest agents follow the first, go on where it
 * fails and report each. Colluders praise the runner-up wherever it is offered, and may blame the right tool; or they say each
 * time that a tool which nobody offered them did the work.
 */
export function taughtTown({ honest, colluders }: Size, mostKinds: number): Finding[] {
  const router = openTaughtRouter()
  const kinds = router.kinds(mostKinds)
  const lies: Liar[] = ['praises the runner-up', 'praises it and blames the right one', 'praises a tool that was not offered']
  return lies.map((lie) => {
    const turned = kinds.map((kind) => router.turnedBy(kind, honest, colluders, lie))
    const asked = turned.reduce((sum, one) => sum + one.asked, 0)
    const what = `of ${asked} other tasks of ${kinds.length} kinds turned by ${colluders} established agents among ${honest + colluders}: each ${lie}`
    return { attack: 'taught town', measured: turned.reduce((sum, one) => sum + one.turned, 0), bound: 0, what }
  })
}

function openTaughtRouter() {
  const { catalog } = openRouter()
  const sketch = sketchWith(lazyEncoder())
  const plainly = (text: string) => rankTools(plainAsk(text), catalog).ranked.map(({ entry }) => entry.slug)

  /** Tasks of our own set by the server that rightly comes first on them, half of them kept back. */
  function kinds(most: number): Kind[] {
    const byServer = Map.groupBy(
      wantedTasks().flatMap(({ query, gold }) => (gold.includes(plainly(query)[0] ?? '') ? { query, right: plainly(query)[0]! } : [])),
      ({ right }) => right,
    )
    return [...byServer]
      .filter(([, tasks]) => tasks.length > 1)
      .slice(0, most)
      .map(([right, tasks]) => {
        const queries = tasks.map(({ query }) => query)
        const half = Math.floor(queries.length / 2)
        return { right, taughtOn: queries.slice(0, half), held: queries.slice(half) }
      })
  }

  function turnedBy({ right, taughtOn, held }: Kind, honest: number, colluders: number, lie: Liar) {
    const goodFor = createGoodFor({ most: 20_000, standingOf: () => standing, usual: usualTask() })
    const taught = (text: string) => ({ ...goodFor.taught(sketch(text)), strength: fullStrength })
    const offer = (text: string) => rankTools(plainAsk(text, taught), catalog).ranked.map(({ entry }) => entry.slug)
    const isStranger = lie === 'praises a tool that was not offered'
    const pushed = plainly(taughtOn[0] ?? '')[isStranger ? 2 * mostOffered : 1] ?? ''
    const say = (voice: string, task: string, subject: string, value: number) =>
      goodFor.add({ subject, voice, task, value, first_at: 0, ...sketch(task) })
    const agents = Array.from({ length: honest + colluders }, (_, i) => (i < honest ? `honest ${i}` : `colluder ${i}`))
    const sayTruth = (voice: string, task: string, offered: readonly string[]) => {
      const tried = offered.slice(0, offered.indexOf(right) + 1 || mostOffered)
      for (const subject of tried) say(voice, task, subject, subject === right ? 1 : 0)
    }
    const sayLie = (voice: string, task: string, offered: readonly string[]) => {
      if (isStranger || offered.includes(pushed)) say(voice, task, pushed, 1)
      if (lie === 'praises it and blames the right one' && offered.includes(right)) say(voice, task, right, 0)
    }
    const random = seeded(1)
    for (let round = 0; round < rounds; round++) {
      for (const [i, voice] of shuffled(agents, random).entries()) {
        const task = taughtOn[(i + round) % taughtOn.length]!
        const offered = offer(task).slice(0, mostOffered)
        if (voice.startsWith('honest')) sayTruth(voice, task, offered)
        else sayLie(voice, task, offered)
      }
    }
    return { asked: held.length, turned: held.filter((task) => offer(task)[0] !== right).length }
  }
  return { kinds, turnedBy }
}
