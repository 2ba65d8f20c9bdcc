import { createIndexSpace, floats, integers, reaching } from './index-space.ts'

/** What was said on a side: all of it, by the loudest voice, and by the next. */
export type Said = { sum: Float32Array; loudest: Float32Array; second: Float32Array }

const noSide = -1

const wary = 3
/**
 * How much of what the loudest voice says beyond the next is subtracted: all of it up to three voices, and less and less among more. What
 * only one says counts for nothing, and among many its absence is not felt.
 */
export const warinessAmong = (mass: number) => Math.min(1, wary / mass)

/**
 * Which voice stands behind each slot, with which mass, and on which side it speaks; in flat columns, because every question goes
 * through all of them.
 */
export function createVoicesHeard() {
  const tellers = createIndexSpace()
  let tellerOf = integers()
  let massOf = floats()
  let shareOf = floats()
  let sideOf = integers()
  let saidBy = floats()
  let [sum, loudest, second] = [floats(), floats(), floats()]

  return {
    takeTeller(side: number): number {
      const teller = tellers.take()
      sideOf = reaching(sideOf, teller, integers)
      saidBy = reaching(saidBy, teller, floats)
      sideOf[teller] = side
      sum = reaching(sum, side, floats)
      loudest = reaching(loudest, side, floats)
      second = reaching(second, side, floats)
      return teller
    },
    giveBackTeller(teller: number): void {
      sideOf[teller] = noSide
      tellers.giveBack(teller)
    },
    /** What is heard of the words of a slot is weighed by `share`. */
    seat(slot: number, teller: number, share: number): void {
      tellerOf = reaching(tellerOf, slot, integers)
      massOf = reaching(massOf, slot, floats)
      shareOf = reaching(shareOf, slot, floats)
      tellerOf[slot] = teller
      massOf[slot] = 0
      shareOf[slot] = share
    },
    weigh(slot: number, mass: number): void {
      massOf[slot] = mass
    },
    /** Of the first `slots`, given how near each lies and what each shares of the words. */
    sumUp(slots: number, near: Float32Array, shared: Float32Array): Said {
      const used = tellers.used()
      // Columns that may be replaced by longer ones are slow to reach from within a loop.
      const [masses, shares, owners, sides, said] = [massOf, shareOf, tellerOf, sideOf, saidBy]
      said.fill(0, 0, used)
      for (let slot = 0; slot < slots; slot++) {
        const mass = masses[slot]!
        if (mass !== 0) said[owners[slot]!]! += mass * (near[slot]! + shares[slot]! * shared[slot]!)
      }
      const heard = { sum, loudest, second }
      loudestOf(said, sides, used, heard)
      return heard
    },
  }
}

function loudestOf(said: Float32Array, sides: Int32Array, used: number, { sum, loudest, second }: Said): void {
  for (const column of [sum, loudest, second]) column.fill(0)
  for (let teller = 0; teller < used; teller++) {
    const side = sides[teller]!
    if (side === noSide) continue
    const one = said[teller]!
    sum[side]! += one
    if (one > loudest[side]!) {
      second[side] = loudest[side]!
      loudest[side] = one
    } else if (one > second[side]!) second[side] = one
  }
}
