import type { CatalogEntry } from './schema.ts'

/** The slugs someone may have meant, nearest first: a name or alias of it, a beginning, or a few letters off. */
export function nearestSlugs(given: string, entries: Iterable<Pick<CatalogEntry, 'slug' | 'aliases'>>, most = 3): string[] {
  const wanted = fold(given).slice(0, 64)
  if (wanted.length < 2) return []
  const limit = Math.max(1, Math.floor(wanted.length / 3))
  const near: { slug: string; distance: number }[] = []
  for (const { slug, aliases } of entries) {
    const distance = distanceTo(wanted, slug, aliases, limit)
    if (distance <= limit) near.push({ slug, distance })
  }
  near.sort((a, b) => a.distance - b.distance || a.slug.length - b.slug.length || (a.slug < b.slug ? -1 : 1))
  return near.slice(0, most).map(({ slug }) => slug)
}

function distanceTo(wanted: string, slug: string, aliases: readonly string[], limit: number): number {
  const bare = slug.replace(/-mcp(-server)?$|^mcp-(server-)?/, '')
  if (fold(bare) === wanted || aliases.some((alias) => fold(alias) === wanted)) return 0
  if (wanted.length > 2 && slug.startsWith(`${wanted}-`)) return 0.5
  return Math.min(editDistance(wanted, slug, limit), editDistance(wanted, bare, limit))
}

const fold = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** How many letters must change to turn a into b; anything above the limit is answered as limit + 1 without finishing. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const change = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      current[j] = Math.min(change, previous[j]! + 1, current[j - 1]! + 1)
      least = Math.min(least, current[j]!)
    }
    if (least > limit) return limit + 1
    previous = current
  }
  return previous[b.length]!
}
