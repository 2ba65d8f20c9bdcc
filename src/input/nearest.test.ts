import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const choices = [
  { value: 'github-mcp-server', names: ['github-mcp-server', 'github', 'gh'] },
  { value: 'gitlab-mcp', names: ['gitlab-mcp', 'gitlab'] },
  { value: 'slack-mcp', names: ['slack-mcp', 'slack'] },
  { value: 'max_cost_usd', names: ['max_cost_usd'] },
  { value: 'max_cost_per_mtok', names: ['max_cost_per_mtok'] },
]

test.each([
  ['GitHub', 'github-mcp-server'],
  ['git hub', 'github-mcp-server'],
  ['gitlab_mcp', 'gitlab-mcp'],
  ['slack', 'slack-mcp'],
  ['slakc-mcp', 'slack-mcp'],
  ['slack-mcp-official', 'slack-mcp'],
  ['max_cost', 'max_cost_usd'],
  ['maxCostPerMtok', 'max_cost_per_mtok'],
])('%s means %s', (written, meant) => {
  expect(nearest(written, choices)[0]).toBe(meant)
})

test.each(['qqqqwwww', 'g', '', '???'])('nothing is near to "%s"', (written) => {
  expect(nearest(written, choices)).toEqual([])
})

test('the nearest comes first, and no more are named than asked for', () => {
  expect(nearest('max_cost', choices)).toEqual(['max_cost_usd', 'max_cost_per_mtok'])
  expect(nearest('max_cost', choices, 1)).toEqual(['max_cost_usd'])
})

test('what differs in nothing but case and signs is the only one meant', () => {
  expect(nearest('Slack_MCP', [...choices, { value: 'slick-mcp', names: ['slick-mcp', 'slick'] }])).toEqual(['slack-mcp'])
})
