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
  ['Alert me when Shopify stock price falls below $80', ['Shopify']],
  ["Summarise Salesforce's latest earnings call", ['Salesforce']],
  ['earnings date of Adobe?', ['Adobe']],
  ['how much are shares of Dropbox worth', ['Dropbox']],
  ['buy 10 shares of Zoom', ['Zoom']],
  ['i need to look up shares of Snowflake', ['Snowflake']],
])('%j asks what the shares of %j are worth', (text, companies) => {
  expect(named(text)).toEqual(companies)
})

test.each([
  'update the Shopify stock of SKU 4411',
  'List all shares of Google Drive folder Finance',
  'Schedule the Zoom earnings call for Thursday',
  'Transcribe the Gong earnings call',
  'Please record the Zoom earnings call',
  'Show my Etsy stock performance',
  'Build an Excel stock chart',
  'Show Shopify stock drops below 10 by warehouse',
  'Look up shares of Slack channels',
  'Rename the ticker of Jira',
  'Convert the Figma EPS logo to PNG',
  'Add a dividends column in Airtable dividends',
  'Notify me in Slack when Shopify stock drops below 10 for any SKU',
])('%j is work in a product', (text) => {
  expect(named(text)).toEqual([])
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
