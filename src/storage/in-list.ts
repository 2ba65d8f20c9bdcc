/** `$1, $2, …` for a list, padded to a power of two with its first value so that only a few different statements are prepared. */
export function inList(values: readonly string[], from = 1): { places: string; values: string[] } {
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)))
  const padded = [...values, ...Array<string>(size - values.length).fill(values[0] ?? '')]
  return { places: padded.map((_, i) => `$${i + from}`).join(', '), values: padded }
}

/** Both engines bound the placeholders of one statement; this is far below either bound. */
const mostPlaces = 1024

/** The same for a list of any length, in parts that one statement can take. */
export function* inLists(values: readonly string[]): Generator<{ places: string; values: string[] }> {
  for (let from = 0; from < values.length; from += mostPlaces) yield inList(values.slice(from, from + mostPlaces))
}
