/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}

export const median = (values: readonly number[]) => quantile(values, 0.5)
