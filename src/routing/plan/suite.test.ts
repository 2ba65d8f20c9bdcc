import { describe, expect, test } from 'vitest'
import suites from '../../../data/suites.json' with { type: 'json' }
import { openRouter } from '../../../eval/router.ts'
import { readSeed } from '../../adapters/seed.ts'

const { skills } = readSeed()
const { ask } = openRouter(skills)

describe('products of one suite', () => {
  test.each([
    ['Take the delivery dates from the Gmail thread with Bauer and put them into my Google Calendar', ['google-workspace-mcp']],
    ['Read the bugs of sprint 12 in Jira, then write a Confluence page about them', ['atlassian-mcp', 'atlassian-rovo-mcp']],
    ["Find Delgado's mail in Outlook, note the dates in OneNote and tell the Finance channel in Teams", ['ms-365-mcp']],
  ])('%s: one server does all of it', (task, able) => {
    const { approach, recommended_skill } = ask(task)
    expect(approach).toBe('mcp_server')
    expect(able).toContain(recommended_skill)
  })

  test('a step that names no product is done by the suite as well if it is of a kind that the suite does', () => {
    const task = 'Take the delivery dates from the Gmail thread with Bauer, put them into my Google Calendar'
    expect(ask(`${task} and write the amounts into the spreadsheet "Orders"`).recommended_skill).toBe('google-workspace-mcp')
    expect(ask(`${task} and text me the first one as an SMS`).approach).toBe('multi_tool')
  })

  test('a product beside the suite takes a server of its own', () => {
    const { approach, orchestration } = ask(
      'Find the invoice in Gmail, put its date into my Google Calendar and post it to #finance in Slack',
    )
    expect(approach).toBe('multi_tool')
    expect(orchestration?.at(-1)?.recommended_skill).toMatch(/^slack/)
  })

  test('work in one product of a suite goes to the server of that product', () => {
    expect(ask('Find the mail about the invoice in Gmail, answer it and label it "tax" in Gmail').recommended_skill).toBe('gmail-mcp')
  })

  test('without the server of the suite, each product has its own', () => {
    const without = openRouter(skills.filter(({ slug }) => slug !== 'google-workspace-mcp'))
    const { approach, orchestration } = without.ask('Find the invoice in Gmail, then put its date into my Google Calendar')
    expect(approach).toBe('multi_tool')
    expect(orchestration?.map(({ recommended_skill }) => recommended_skill)).toEqual(['gmail-mcp', 'google-calendar-mcp'])
  })

  test('every suite and every part of one is in the catalog', () => {
    const known = new Set(skills.map(({ slug }) => slug))
    const named = Object.entries(suites).flatMap(([suite, parts]) => [suite, ...parts])
    expect(named.filter((slug) => !known.has(slug))).toEqual([])
  })
})
