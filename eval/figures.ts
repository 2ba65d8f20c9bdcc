export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / (values.length || 1)

/** To four digits after the point, as figures are told. */
export const rounded = (value: number): number => Math.round(value * 1e4) / 1e4
