import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { CatalogEntry } from '../../../catalog/schema.ts'
import { bearsSameName, saysItWorksWith } from './same-product.ts'

const shipped = ['business', 'data', 'dev', 'media', 'web'].flatMap(
  (part) => JSON.parse(readFileSync(`data/skills.${part}.json`, 'utf8')) as CatalogEntry[],
)
const reachesSameProduct = (first: CatalogEntry, other: CatalogEntry) => bearsSameName(first, other) || saysItWorksWith(first, other)
const entry = (slug: string) => shipped.find((one) => one.slug === slug)!

test.each([
  ['slack-mcp', 'slack-bot-mcp'],
  ['gmail-mcp', 'headless-gmail-mcp'],
  ['gmail-mcp', 'google-workspace-mcp'],
  ['mysql-mcp', 'mysql-node-mcp'],
  ['mysql-mcp', 'dbhub'],
  ['postgres-mcp', 'dbhub'],
  ['postgres-mcp', 'pgmcp'],
])('what is in the product of %s can be reached with %s', (first, other) => {
  expect(reachesSameProduct(entry(first), entry(other))).toBe(true)
})

test.each([
  ['slack-mcp', 'discord-mcp'],
  ['postgres-mcp', 'mysql-mcp'],
  ['postgres-mcp', 'neon-mcp'],
  ['redis-mcp', 'upstash-mcp'],
  ['notion-mcp-server', 'obsidian-mcp'],
])('what is in the product of %s cannot be reached with %s', (first, other) => {
  expect(reachesSameProduct(entry(first), entry(other))).toBe(false)
})
