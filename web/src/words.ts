/** A slug as words. */
export function wordsOf(slug: string): string {
  const text = slug.replaceAll(/[-_]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function formatDate(iso: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(iso))
}

export function formatCount(value: number): string {
  return new Intl.NumberFormat(undefined, { notation: value >= 10_000 ? 'compact' : 'standard' }).format(value)
}
