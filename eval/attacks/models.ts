import { modelEvidence } from '../../src/routing/evidence/lookups.ts'
import { type Finding, type Size, worst } from './finding.ts'
import { honestAgent, judged, nowMs, sybil, Town } from './town.ts'

/** As many as the catalog has; agents report on the first two. */
const listed = ['good', 'worse', ...Array.from({ length: 37 }, (_, i) => `unused-${i}`)]

/** What they say of those models at code; elsewhere they say the opposite. */
const claims = [10, 7, 6.25, 5.5, 4.5, 3.75, 3, 0]

type Liars = { count: number; isEstablished: boolean; models: readonly string[] }

/**
 * Nobody but the liars reports on the other models. They say that these do far better, or far worse, at code than elsewhere, so that
 * code seems easy or hard for all models, and those known from code seem worse or better than they are.
 */
export function falseHardness({ honest, flood, sybils, colluders }: Size): Finding[] {
  const madeUp = Array.from({ length: Math.min(flood, 5000) }, (_, i) => `made-up-${i}`)
  const crowd = Math.ceil(sybils / 10)
  const unused = listed.slice(2)
  const crowds: [string, Liars, number][] = [
    [`one new identity, on ${madeUp.length} models that it made up`, { count: 1, isEstablished: false, models: madeUp }, 0.05],
    [`${crowd} new identities, on every model that nobody else uses`, { count: crowd, isEstablished: false, models: unused }, 0.4],
    ['one established agent, on the same', { count: 1, isEstablished: true, models: unused }, 0.05],
    [
      `${colluders} established agents among ${honest + colluders}, on the same`,
      { count: colluders, isEstablished: true, models: unused },
      0.4,
    ],
  ]
  const calm = qualitiesAtCode(honest)
  const findings = crowds.map(([who, liars, bound]): Finding => {
    const moves = claims.flatMap((lie) => qualitiesAtCode(honest, liars, lie).map((quality, i) => Math.abs(quality - calm[i]!)))
    return { attack: 'false hardness', measured: worst(moves), bound, what: `points of a model's quality, by ${who}` }
  })
  const flips = claims.map((lie) => {
    const [good = 0, worse = 0] = qualitiesAtCode(honest, { count: colluders, isEstablished: true, models: unused }, lie)
    return good > worse ? 0 : 1
  })
  const what = `rankings of models flipped by ${colluders} established agents among ${honest + colluders} that do so together`
  return [...findings, { attack: 'false hardness, rank', measured: worst(flips), bound: 0, what }]
}

function qualitiesAtCode(honest: number, liars?: Liars, lie = 0): number[] {
  const town = new Town()
  for (let i = 0; i < honest; i++) {
    const who = { ...honestAgent(i), reports: 5 }
    town.settle(who)
    for (const model_task of ['code', 'chat']) town.say({ ...who, subject: 'good', quality: judged(8, i), model_task })
    town.say({ ...who, subject: 'worse', quality: judged(7, i), model_task: 'chat' })
  }
  for (let i = 0; liars && i < liars.count; i++) {
    const who = sybil(i)
    if (liars.isEstablished) town.settle(who)
    for (const subject of liars.models) {
      town.say({ ...who, subject, quality: lie, reports: 3, model_task: 'code' })
      town.say({ ...who, subject, quality: 10 - lie, reports: 15, model_task: 'chat' })
    }
  }
  const qualityOf = modelEvidence({ book: town.book, nowMs: () => nowMs, slugs: () => listed })
  return ['good', 'worse'].map((slug) => qualityOf(slug, 'code')?.mean_quality ?? 0)
}
