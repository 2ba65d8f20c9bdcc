import { isNewcomer, newcomersShare } from '../conduct.ts'
import { capsOf, type VoiceStanding } from '../networks.ts'

/** What one voice says of a subject; `mass` is how much of its weight counts there. */
type Speaker = { subject: string; standing: VoiceStanding; mass: number }
type Mass = { established: number; newcomers: number; networks: Map<string, number> }

/** What newcomers may weigh together on a subject of which the established say little or nothing. */
const newcomersAlone = 0.002

/** How much is said of each subject, by whom and from where: what bounds a newcomer, and a network with many voices. */
export function createMassBySubject() {
  const bySubject = new Map<string, Mass>()

  function note(known: Mass, speaker: Speaker, sign: 1 | -1): void {
    const { standing, mass } = speaker
    if (isNewcomer(standing)) known.newcomers += sign * mass
    else known.established += sign * mass
    for (const { name } of capsOf(standing.network)) known.networks.set(name, (known.networks.get(name) ?? 0) + sign * mass)
  }

  return {
    /** Sets how much the speaker counts for, and adds it to what is said of the subject. */
    admit(speaker: Speaker): void {
      const { weight, network } = speaker.standing
      const known = bySubject.get(speaker.subject) ?? { established: 0, newcomers: 0, networks: new Map() }
      bySubject.set(speaker.subject, known)
      const rooms = capsOf(network).map(({ name, most }) => most - (known.networks.get(name) ?? 0))
      const allowance = Math.max(newcomersAlone, newcomersShare * known.established) - known.newcomers
      // Each newcomer takes half of what is left, so that the first does not take it all.
      speaker.mass = Math.max(0, Math.min(weight, ...rooms, isNewcomer(speaker.standing) ? allowance / 2 : weight))
      note(known, speaker, 1)
    },
    takeBack(speaker: Speaker): void {
      const known = bySubject.get(speaker.subject)
      if (known) note(known, speaker, -1)
    },
    clear: () => bySubject.clear(),
  }
}
