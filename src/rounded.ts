/** To so many digits behind the point, halves up. */
export function rounded(value: number, digits: number): number {
  const unit = 10 ** digits
  return Math.round(value * unit) / unit
}
