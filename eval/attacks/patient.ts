import { dayMs } from '../../src/storage/days.ts'
import { type Finding, type Size, worst } from './finding.ts'
import { lies } from './reports.ts'
import { colluder, flipped, honestTown, movedFrom, nowMs, sparseTown, sybil, type Town } from './town.ts'

const fewDays = 3

/** New identities follow ten decisions at once, wait for a week, and count by their age although they reported on few days. */
function sleepers({ honest, sybils }: Size): Finding[] {
  const calm = honestTown(honest)
  const towns = lies.map(([good, worse]) => {
    const town = honestTown(honest)
    for (let i = 0; i < sybils; i++) {
      const who = { ...sybil(i), reports: 5 }
      town.settle(who, { first_at_ms: nowMs - 7 * dayMs, days: fewDays - 1, linked: 10 })
      town.say({ ...who, subject: 'good', quality: good })
      town.say({ ...who, subject: 'worse', quality: worse })
    }
    return town
  })
  const what = `${sybils} identities over as many networks that began a week ago and reported on ${fewDays} days`
  return [
    { attack: 'sleepers, shift', measured: worst(towns.map((town) => movedFrom(calm, town))), bound: 0.4, what: `points, by ${what}` },
    { attack: 'sleepers, rank', measured: worst(towns.map(flipped)), bound: 0, what: `rankings flipped by ${what}` },
  ]
}

/** The honest report now and then and have been silent for some days; of the established only a few lie, today, once each. */
function silentTown(honest: number, liars: number, silentDays: number, [good, worse]: (typeof lies)[number]): Town {
  const town = sparseTown(honest, { silentDays })
  for (let i = 0; i < liars; i++) {
    const who = { ...colluder(i), reports: 1 }
    town.settle(who)
    town.say({ ...who, subject: 'good', quality: good })
    town.say({ ...who, subject: 'worse', quality: worse })
  }
  return town
}

const crowd = 200
const often = 20

function withCrowd(town: Town, [good, worse]: (typeof lies)[number]): Town {
  for (let i = 0; i < crowd; i++) {
    const who = { ...sybil(i), reports: often }
    town.say({ ...who, subject: 'good', quality: good })
    town.say({ ...who, subject: 'worse', quality: worse })
  }
  return town
}

/** A crowd of new identities says the same as those few, very often, so that the few seem to have noticed a change. */
function lentReports({ honest }: Size): Finding[] {
  const moves = [0.1, 0.2].flatMap((share) =>
    [3, 5, 7].flatMap((silentDays) =>
      [lies[1], lies[2], lies[4]].map((lie) => {
        const quietTown = () => silentTown(honest, Math.round(share * honest), silentDays, lie)
        return movedFrom(quietTown(), withCrowd(quietTown(), lie))
      }),
    ),
  )
  const what = `points, by ${crowd} new identities with ${often} reports each beside a few established agents, while the ${honest} others are silent`
  return [{ attack: 'lent reports', measured: worst(moves), bound: 0.4, what }]
}

/** Attacks by those who wait: for their own age, or for the silence of others. */
export const patientAttacks = (size: Size): Finding[] => [...sleepers(size), ...lentReports(size)]
