import { describe, expect, test } from 'vitest'
import { factsOf } from '../../../eval/foreign-catalog.ts'
import { openRouter } from '../../../eval/router.ts'

const functions = [
  { id: 'rent-kayak', name: 'rent_kayak', description: 'Rent a kayak for some hours at a lake.' },
  { id: 'reserve-campsite', name: 'reserve_campsite', description: 'Reserve a pitch at a campsite for some nights.' },
  { id: 'order-firewood', name: 'orderFirewood', description: 'Order firewood to an address.' },
  { id: 'pay-toll', name: 'pay_toll', description: 'Pay the toll of a road or a tunnel.' },
]
const stepsOf = (task: string, lines: Parameters<typeof factsOf>[0][] = functions) =>
  openRouter(lines.map((line) => factsOf(line)))
    .ask(task)
    .orchestration?.map(({ recommended_skill }) => recommended_skill) ?? []

describe('a catalog of single functions', () => {
  test.each([
    ['Rent a kayak at Lake Bled on Friday and reserve a pitch at the campsite for two nights', ['rent-kayak', 'reserve-campsite']],
    [
      "I need to pay the toll of the Karawanks tunnel. Additionally, I'd like to rent a kayak, and after that I want firewood ordered to the campsite.",
      ['pay-toll', 'rent-kayak', 'order-firewood'],
    ],
  ])('each order that finds a function of its own is a step: %s', (task, steps) => {
    expect(stepsOf(task)).toEqual(steps)
  })

  test('one order is one function, however long it is', () => {
    expect(stepsOf('Rent a kayak for my sister and her two children at Lake Bled on Friday from nine until noon')).toEqual([])
  })

  test('a server may do more than its description says', () => {
    const server = [
      { id: 'outdoor', name: 'Outdoor MCP Server', description: 'Kayaks to rent at a lake.' },
      { id: 'nights', name: 'Nights MCP Server', description: 'Pitches at campsites.' },
    ]
    expect(stepsOf('Rent a kayak at Lake Bled and hand it back at noon', server)).toEqual([])
  })
})
