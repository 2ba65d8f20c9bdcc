import { networkOf } from '../../src/network.ts'
import { type Finding, type Size, worst } from './finding.ts'
import { honestTown, Town } from './town.ts'

const subjects = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`tool-${i}`, 7 + (i % 4) / 4]))

/** Agents of good standing that speak from these networks contradict everybody on everything. */
function contradicted(honest: number, networks: readonly string[]): number {
  const moves = [1, 4].flatMap((quality) => {
    const town = honestTown(honest, subjects)
    for (const [i, network] of networks.entries()) {
      town.settle({ voice: `neighbour-${i}`, network })
      for (const subject of Object.keys(subjects)) town.say({ voice: `neighbour-${i}`, network, subject, quality, reports: 5 })
    }
    town.compare()
    const calm = honestTown(honest, subjects)
    return Object.keys(subjects).map((subject) => Math.abs(town.score(subject) - calm.score(subject)))
  })
  return worst(moves)
}

function oneNetwork({ honest }: Size): Finding {
  const networks = Array.from({ length: 3 * honest }, () => '203.0.113.6')
  const what = `points, by ${networks.length} established agents of one network that contradict everybody`
  return { attack: 'one network', measured: contradicted(honest, networks), bound: 0.2, what }
}

const held = 256

/** Whoever rents a server can have hundreds of networks of IPv6 for nothing. */
function oneSite({ honest }: Size): Finding {
  const networks = Array.from({ length: 3 * honest }, (_, i) => networkOf(`2001:db8:1:${(i % held).toString(16)}::5`))
  const what = `points, by ${networks.length} established agents that do so from the ${held} networks of one /56`
  return { attack: 'one site', measured: contradicted(honest, networks), bound: 0.2, what }
}

/** New identities crowd the address of three agents of good standing, with whom three others disagree. */
function crowdedOut({ sybils }: Size): Finding {
  const address = '203.0.113.6'
  const town = new Town()
  for (let i = 0; i < 6; i++) {
    const who = { voice: `honest-${i}`, network: i < 3 ? address : `10.0.0.${i}` }
    town.settle(who)
    town.say({ ...who, subject: 'tool', quality: i < 3 ? 8 : 4, reports: 5 })
  }
  const calm = town.score('tool')
  const count = Math.min(1000, sybils)
  for (let i = 0; i < count; i++) town.say({ voice: `sybil-${i}`, network: address, subject: 'tool', quality: 8, reports: 1 })
  const what = `points, by ${count} new identities that say the same as three established agents of their network, whose weight they might take`
  return { attack: 'crowded out', measured: worst([Math.abs(town.score('tool') - calm)]), bound: 0.05, what }
}

/** Every attack with many identities behind one network, or on those behind it. */
export const networkAttacks = (size: Size): Finding[] => [oneNetwork(size), oneSite(size), crowdedOut(size)]
