import * as z from 'zod'

/** Field types that several capabilities share, so that one name means one thing on every operation. */
export const longestAgentId = 64
export const agentId = z.string().trim().min(1).max(longestAgentId).describe('Identity from registration')
/** The identity that examples in the reference show. */
export const exampleAgentId = '00000000-0000-4000-8000-000000000001'
export const creditedAgentId = agentId.optional().describe('Identity from registration. Passing it doubles credits.')
/** Clients that send every field of a form send an empty text for what they do not know. */
export const emptyAsAbsent = <T extends z.ZodType>(field: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), field)
/** Another name for the field `name`, which counts where both are given. */
export const sameAs = <T extends z.ZodType>(name: string, field: T) => field.meta({ description: `The same as ${name}`, same_as: name })
export const slug = z.string().trim().min(1).max(128)
export const quality = z.number().min(0).max(10).meta({ clamp_above_to: 9.99, description: 'Quality of the output, 0 to 10' })
export const longestLatencyMs = 86_400_000
export const highestCostUsd = 100_000
export const latencyMs = z.number().min(0).max(longestLatencyMs).describe('How long it took, in milliseconds')
export const costUsd = z.number().min(0).max(highestCostUsd).describe('What it cost, in US dollars')
export const tokenCount = z.int().min(0).max(1_000_000_000)
export const timestamp = z.iso.datetime()
export const limitUpTo = (most: number, usual: number) => z.int().min(1).max(most).default(usual)
export const offset = z.int().min(0).max(1_000_000).default(0).describe('How many to skip')

/** The rule that one of two fields is given, for `refine`. It is checked even when other fields are wrong, so that one answer names all problems. */
export function eitherOf<Name extends string>(name: Name, other: Name) {
  const isGiven = (value: { [Field in Name]?: unknown }) => value[name] !== undefined || value[other] !== undefined
  const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null
  const problem = { path: [name], message: `is required unless ${other} is given`, when }
  return [isGiven, problem] as const
}

export const balance = z.object({ total_routing_credits: z.number(), total_reputation_points: z.number() })
