/** What a voice weighs, and the network it speaks from; empty where networks are not told apart. */
export type VoiceStanding = { weight: number; network: string }

/** Voices behind one network weigh no more than this many together, however many they are. */
export const mostPerNetwork = 3

/** What each weighs when every network stays within its cap; null where networks are not told apart. */
export function withinNetworks(voices: readonly { weight: number; network: string | null }[]): number[] {
  const totals = new Map<string, number>()
  for (const { weight, network } of voices) if (network !== null) totals.set(network, (totals.get(network) ?? 0) + weight)
  return voices.map(({ weight, network }) => {
    const total = network === null ? 0 : (totals.get(network) ?? 0)
    return total > mostPerNetwork ? (weight * mostPerNetwork) / total : weight
  })
}
