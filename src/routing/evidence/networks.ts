import { mostOfSite, siteOf } from '../../network.ts'

/** What a voice weighs, and the network it speaks from; empty where networks are not told apart. */
export type VoiceStanding = { weight: number; network: string }

/** Voices behind one network weigh no more than this many together, however many they are. */
export const mostPerNetwork = 3
export const mostPerSite = mostOfSite(mostPerNetwork)

/** The caps that hold for the voices of a network: its own, and that of the site it belongs to. */
export function capsOf(network: string): { name: string; most: number }[] {
  if (network === '') return []
  const site = siteOf(network)
  const own = { name: network, most: mostPerNetwork }
  return site === null ? [own] : [own, { name: site, most: mostPerSite }]
}

/** `isNew`: it gets only what the others of its network leave, or a crowd of newcomers would take the weight of their neighbours. */
type Voice = { weight: number; network: string | null; isNew?: boolean }

/** What each weighs when every network and site stays within its cap; null where networks are not told apart. */
export function withinNetworks(voices: readonly Voice[]): number[] {
  const weights = voices.map(({ weight }) => weight)
  const networks = voices.map(({ network }) => network)
  share(voices, weights, { names: networks, most: mostPerNetwork })
  const sites = networks.map((network) => (network === null ? null : siteOf(network)))
  share(voices, weights, { names: sites, most: mostPerSite })
  return weights
}

/** Lowers the weights of those with the same name until they keep within the cap. */
function share(voices: readonly Voice[], weights: number[], { names, most }: { names: readonly (string | null)[]; most: number }): void {
  const [old, fresh] = [new Map<string, number>(), new Map<string, number>()]
  for (const [i, name] of names.entries()) {
    if (name === null) continue
    const totals = voices[i]!.isNew ? fresh : old
    totals.set(name, (totals.get(name) ?? 0) + weights[i]!)
  }
  for (const [i, name] of names.entries()) {
    if (name === null) continue
    const { isNew = false } = voices[i]!
    const wanted = (isNew ? fresh : old).get(name) ?? 0
    const room = isNew ? Math.max(0, most - (old.get(name) ?? 0)) : most
    if (wanted > room) weights[i]! *= room / wanted
  }
}
