import { mostOfSite, siteOf } from '../../network.ts'

/** What a voice weighs, and the network it speaks from; empty where networks are not told apart. */
export type VoiceStanding = { weight: number; network: string }

/** Voices behind one network weigh no more than this many together, however many they are. */
export const mostPerNetwork = 3

/** A name under which voices share a cap. */
type Cap = { name: string; most: number }

/** The caps that hold for the voices of a network: its own, and that of the site it belongs to. */
export function capsOf(network: string): Cap[] {
  if (network === '') return []
  const site = siteOf(network)
  const own = { name: network, most: mostPerNetwork }
  return site === null ? [own] : [own, { name: site, most: mostOfSite(mostPerNetwork) }]
}

/** `isNew`: it gets only what the others of its network leave, or a crowd of newcomers would take the weight of their neighbours. */
type Voice = { weight: number; network: string | null; isNew?: boolean }

/** What each weighs when every network and site stays within its cap; null where networks are not told apart. */
export function withinNetworks(voices: readonly Voice[]): number[] {
  const caps = voices.map(({ network }) => (network === null ? [] : capsOf(network)))
  const within = voices.map(({ weight }) => weight)
  for (const level of [0, 1]) if (caps.some((own) => own[level])) share(voices, within, (i) => caps[i]![level])
  return within
}

function share(voices: readonly Voice[], weights: number[], capOf: (i: number) => Cap | undefined): void {
  const totals = new Map<string, { old: number; new: number }>()
  for (const [i, { isNew = false }] of voices.entries()) {
    const cap = capOf(i)
    if (!cap) continue
    const total = totals.get(cap.name) ?? { old: 0, new: 0 }
    totals.set(cap.name, total)
    total[isNew ? 'new' : 'old'] += weights[i]!
  }
  for (const [i, { isNew = false }] of voices.entries()) {
    const cap = capOf(i)
    const total = cap && totals.get(cap.name)
    if (!total) continue
    const room = isNew ? Math.max(0, cap.most - total.old) : cap.most
    const wanted = isNew ? total.new : total.old
    if (wanted > room) weights[i]! *= room / wanted
  }
}
