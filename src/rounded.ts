/** To this many digits after the point, halves up. */
export function rounded(value: number, digits: number): number {
  const unit = 10 ** digits
  return Math.round(value * unit) / unit
}

/** The same where there may be nothing to round. */
export const roundedIfAny = (value: number | null | undefined, digits: number) =>
  value === null || value === undefined ? null : rounded(value, digits)
