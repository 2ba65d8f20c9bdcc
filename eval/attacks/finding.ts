import { rounded } from '../../src/rounded.ts'

/** How large an attack is. */
export type Size = { honest: number; flood: number; sybils: number; colluders: number }
/** What an attack reached, and how much it may. */
export type Finding = { attack: string; measured: number; bound: number; what: string }

export const worst = (values: readonly number[]) => Math.max(...values.map((value) => rounded(value, 3)))
