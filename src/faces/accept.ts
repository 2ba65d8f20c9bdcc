/** True when an Accept header asks for the one media type rather than for the other; without one both are equal. */
export function prefers(accept: string | undefined, wanted: string, other: string): boolean {
  if (accept === undefined) return false
  return weightIn(accept, closestFirst(wanted)) > weightIn(accept, closestFirst(other))
}

const closestFirst = (type: string) => [type, `${type.split('/')[0]}/*`, '*/*']

/** What a header gives to the first of these names that it holds. */
export function weightIn(accept: string, names: readonly string[]): number {
  const ranges = accept.split(',').map(readRange)
  const closest = names.find((name) => ranges.some((range) => range.type === name))
  return ranges.find((range) => range.type === closest)?.weight ?? 0
}

type Range = { type: string; weight: number }

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
}
