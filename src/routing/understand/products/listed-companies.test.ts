import { expect, test } from 'vitest'
import { openRouter } from '../../../../eval/router.ts'
import { listedCompanies } from './listed-companies.ts'

const named = (text: string) => listedCompanies(text).map(([from, to]) => text.slice(from, to))

test.each([
  ['P/E ratio of Meta', ['Meta']],
  ["Zoom's current share price", ['Zoom']],
  ['Compare Microsoft and Google stock performance', ['Microsoft and Google']],
  ["Did Uber's stock go up today?", ['Uber']],
  ["What's Atlassian trading at?", ['Atlassian']],
  ['Aktienkurs von Shopify', ['Shopify']],
  ['苹果的股价', ['苹果']],
  ['update the Shopify stock of SKU 4411', []],
])('%j asks what the shares of %j are worth', (text, companies) => {
  expect(named(text)).toEqual(companies)
})

const router = openRouter()

test.each([
  ['stock price of Shopify', 'yahoo-finance-mcp'],
  ['Latest 10-K filing of Airbnb', 'sec-edgar-mcp'],
  ['update the Shopify stock of SKU 4411 to 20', 'shopify-mcp'],
  ['Polygon stock quote for AAPL', 'polygon-io-mcp'],
  ['market cap of Bitcoin', 'coingecko-mcp'],
])('what a share of a product’s maker is worth, markets know, not the product: %s', (task, slug) => {
  expect(router.ask(task).recommended_skill).toBe(slug)
})
