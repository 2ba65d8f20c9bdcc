import { escapeMarkup } from '../markup.ts'
import { createRecent } from '../recent.ts'

/** What sitemaps.org allows in one file. */
const mostInOne = 50_000
const mostSites = 4

/** The parts are maps of pages; the top is the only one of them, or a map of all of them. */
type Sitemaps = { top: string; parts: readonly string[] }

type MappedPages = {
  paths: () => readonly string[]
  /** Moves when the paths may have changed. */
  version: () => number
}

/** Maps of a site under the name that is asked for, made again only when its pages change. */
export function keepSitemaps({ paths, version }: MappedPages): (site: string) => Sitemaps {
  const kept = createRecent<{ seen: number; maps: Sitemaps }>(mostSites)
  return (site) => {
    const seen = version()
    const make = () => ({ seen, maps: sitemaps(site, paths()) })
    return kept.getOrMake(site, make, (known) => known.seen === seen).maps
  }
}

function sitemaps(site: string, paths: readonly string[]): Sitemaps {
  const count = Math.max(1, Math.ceil(paths.length / mostInOne))
  const parts = Array.from({ length: count }, (_, at) => {
    return listed('urlset', 'url', site, paths.slice(at * mostInOne, (at + 1) * mostInOne))
  })
  if (count === 1) return { top: parts[0]!, parts }
  const places = parts.map((_, at) => `/sitemap-${at + 1}.xml`)
  return { top: listed('sitemapindex', 'sitemap', site, places), parts }
}

function listed(list: string, item: string, site: string, paths: readonly string[]): string {
  const items = paths.map((path) => `<${item}><loc>${escapeMarkup(site + path)}</loc></${item}>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items.join('\n')}\n</${list}>\n`
}
