import { expect, test } from 'vitest'
import { type Impression, isNeedInDoubt, needAfterSecondLook, secondLook, severalAfterSecondLook } from './second-look.ts'

const clear: Impression = { needs_tool: 4, by_hand: -5, creative: -5, task_type: [0, 2], complexity: [1, 0] }
const unasked = { on_the_web: -6, several_tools: 4, kinds: () => new Map<string, number>() }

test('only a doubt is worth a second look', () => {
  expect(isNeedInDoubt(clear)).toBe(false)
  expect(isNeedInDoubt({ ...clear, needs_tool: 0.5 })).toBe(true)
  expect(isNeedInDoubt({ ...clear, needs_tool: -1 })).toBe(true)
})

test('what the second look says is added to the first', () => {
  const close = { ...clear, ...unasked, needs_tool: -6, task_type: [8, 0] }
  const { needs_tool, task_type } = secondLook({ ...clear, needs_tool: 1 }, close)
  expect(needs_tool).toBeLessThan(0)
  expect(task_type).toEqual([6, 2])
})

test('a text that cannot be read closely is left at the first impression', () => {
  expect(secondLook(clear, null)).toBe(clear)
  expect(needAfterSecondLook(1, 'текст', () => null)).toBe(1)
})

test('the need alone follows the same rule', () => {
  const never = () => {
    throw new Error('not to be asked')
  }
  expect(needAfterSecondLook(3, 'text', never)).toBe(3)
  expect(needAfterSecondLook(1, 'text', () => ({ ...clear, ...unasked, needs_tool: -6 }))).toBe(-3.5)
})

test('the odds of several tools follow the same rule', () => {
  const never = () => {
    throw new Error('not to be asked')
  }
  expect(severalAfterSecondLook(-3, never)).toBe(-3)
  expect(severalAfterSecondLook(-1, () => ({ ...clear, ...unasked }))).toBe(3)
  expect(severalAfterSecondLook(-1, () => null)).toBe(-1)
})
