import { editDistance } from '../input/edit-distance.ts'
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
