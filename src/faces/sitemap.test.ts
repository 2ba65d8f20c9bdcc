import { XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { keepSitemaps } from './sitemap.ts'

const placesIn = (map: string) => [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place)
const pages = (count: number) => Array.from({ length: count }, (_, at) => `/tools/tool-${at}`)
const mapsOf = (paths: readonly string[]) => keepSitemaps({ paths: () => paths, version: () => 1 })('https://a.example')

test('as many pages as one map may hold are in one', () => {
  const { top, parts } = mapsOf(pages(50_000))
  expect(parts).toEqual([top])
  expect(top).toContain('<urlset ')
  expect(placesIn(top)).toHaveLength(50_000)
})

test('more pages are split, and the top lists the parts', () => {
  const { top, parts } = mapsOf(pages(100_001))
  expect([top, parts[2]!].map((map) => XMLValidator.validate(map))).toEqual([true, true])
  expect(top).toContain('<sitemapindex ')
  expect(placesIn(top)).toEqual([1, 2, 3].map((part) => `https://a.example/sitemap-${part}.xml`))
  expect(parts.flatMap(placesIn)).toEqual(pages(100_001).map((path) => `https://a.example${path}`))
  expect(parts.map((part) => placesIn(part).length)).toEqual([50_000, 50_000, 1])
})

test('a map is made once for each name of the site, until its pages change', () => {
  const now = { version: 1, paths: ['/'], gathered: 0 }
  const sitemapsOf = keepSitemaps({
    version: () => now.version,
    paths() {
      now.gathered++
      return now.paths
    },
  })
  for (const site of ['https://a.example', 'https://b.example', 'https://a.example'])
    expect(placesIn(sitemapsOf(site).top)).toEqual([`${site}/`])
  expect(now.gathered).toBe(2)
  Object.assign(now, { version: 2, paths: ['/', '/tools/new'] })
  expect(placesIn(sitemapsOf('https://a.example').top)).toEqual(['https://a.example/', 'https://a.example/tools/new'])
})
