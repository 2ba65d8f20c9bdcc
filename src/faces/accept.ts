/** True when an Accept header asks for the one media type rather than for the other; without one both are equal. */
export function prefers(accept: string | undefined, wanted: string, other: string): boolean {
  if (accept === undefined) return false
  const ranges = accept.split(',').map(readRange)
  return weightOf(wanted, ranges) > weightOf(other, ranges)
}

type Range = { type: string; weight: number }

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
}

/** The range that names the type most closely has the say. */
function weightOf(type: string, ranges: readonly Range[]): number {
  const names = [type, `${type.split('/')[0]}/*`, '*/*']
  const closest = names.find((name) => ranges.some((range) => range.type === name))
  return ranges.find((range) => range.type === closest)?.weight ?? 0
}
