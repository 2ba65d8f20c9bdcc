import { describe, expect, test } from 'vitest'
import { complexities, type Signals, taskTypes, tierNames } from '../../catalog/models.ts'
import { modelPriorities, modelPriority } from '../priority.ts'
import { chooseTier, escalationOf, substituteTiers } from './tiers.ts'

const signals = (change: Partial<Signals>): Signals => ({
  task_type: 'chat',
  complexity: 'simple',
  needs_tool: false,
  creative_writing: false,
  ...change,
})

describe('chooseTier', () => {
  test.each([
    [{}, 'best_value', 'cheap_chat'],
    [{ task_type: 'extraction' }, 'best_value', 'cheap_structured'],
    [{ task_type: 'classification', complexity: 'complex' }, 'best_value', 'reasoning_pro'],
    [{ task_type: 'code', complexity: 'moderate' }, 'best_value', 'fast_code'],
    [{ task_type: 'code', complexity: 'complex' }, 'best_value', 'reasoning_pro'],
    [{ task_type: 'writing', creative_writing: true }, 'best_value', 'creative_writing'],
    [{ task_type: 'writing', creative_writing: true }, 'lowest_cost', 'cheap_chat'],
    [{ task_type: 'math', complexity: 'moderate' }, 'lowest_cost', 'reasoning_pro'],
    [{ task_type: 'math' }, 'lowest_cost', 'cheap_chat'],
    [{ task_type: 'reasoning', complexity: 'trivial' }, 'best_value', 'cheap_chat'],
    [{ needs_tool: true, task_type: 'code' }, 'best_value', 'tool_agent'],
    [{ needs_tool: true, complexity: 'complex' }, 'highest_quality', 'best_available'],
    [{ needs_tool: true, task_type: 'agentic' }, 'highest_quality', 'tool_agent'],
    [{ task_type: 'agentic' }, 'best_value', 'reasoning_pro'],
    [{ task_type: 'agentic', complexity: 'trivial' }, 'best_value', 'cheap_chat'],
    [{ complexity: 'moderate' }, 'highest_quality', 'best_available'],
    [{}, 'highest_quality', 'best_available'],
    [{ complexity: 'trivial' }, 'highest_quality', 'cheap_chat'],
    [{ task_type: 'math' }, 'highest_quality', 'reasoning_pro'],
  ] as const)('%o with %s gives %s', (change, priority, tier) => {
    expect(chooseTier(signals(change), priority)).toBe(tier)
  })

  test('answers for every combination of signals', () => {
    for (const task_type of taskTypes) {
      for (const complexity of complexities) {
        for (const priority of modelPriorities) expect(tierNames).toContain(chooseTier(signals({ task_type, complexity }), priority))
      }
    }
  })
})

test('the words for priorities fold into three', () => {
  expect(modelPriority(undefined)).toBe('best_value')
  expect(modelPriority('best_quality')).toBe('highest_quality')
  expect((['best_efficiency', 'highest_trust', 'most_reliable'] as const).map(modelPriority)).toEqual([
    'best_value',
    'best_value',
    'best_value',
  ])
})

test('every other tier can stand in, and escalation ends at the top', () => {
  for (const tier of tierNames) {
    expect(new Set([tier, ...substituteTiers(tier)])).toEqual(new Set(tierNames))
    let at: (typeof tierNames)[number] | null = tier
    for (let step = 0; step < 3 && at !== null; step++) at = escalationOf(at)?.tier ?? null
    expect(at).toBeNull()
  }
})
