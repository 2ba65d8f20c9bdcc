import { expect, test } from 'vitest'
import { factsOf } from '../../../../eval/foreign-catalog.ts'
import { askFor } from '../../../../eval/plain-ask.ts'
import { openRouter } from '../../../../eval/router.ts'
import { understand } from '../../understand/understand.ts'
import { rankTools } from '../rank.ts'
import { fitOf } from './fit.ts'

const forecast = 'Current conditions and the forecast for a place.'
const others = [
  { id: 'parcels', name: 'Parcel tracker', description: 'Where a parcel is and when it arrives.' },
  { id: 'chess', name: 'Chess', description: 'Analyses positions and plays openings.' },
]

function confidenceIn(lines: Parameters<typeof factsOf>[0][]): number {
  const { parts, lexicon } = openRouter(lines.map((line) => factsOf(line)))
  const ask = askFor(understand('what is the weather forecast for Porto tomorrow', lexicon))
  return fitOf(rankTools(ask, parts.catalog), ask).confidence
}

test('entries of one name do the same work, so they take nothing from the chance of the first', () => {
  const alone = confidenceIn([{ id: 'a', name: 'Weather', description: forecast }, ...others])
  const twins = ['weather-mcp', 'Weather MCP Server', 'mcp_weather'].map((name, at) => ({ id: `t${at}`, name, description: forecast }))
  expect(confidenceIn([...twins, ...others])).toBeCloseTo(alone, 1)
})

test('rivals of other names do', () => {
  const rivals = ['Skyline', 'Raincheck', 'Cloudbase'].map((name, at) => ({ id: `r${at}`, name, description: forecast }))
  expect(confidenceIn([...rivals, ...others])).toBeLessThan(confidenceIn([rivals[0]!, ...others]) - 0.2)
})
