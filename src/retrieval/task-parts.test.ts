import { expect, test } from 'vitest'
import { splitParts } from './task-parts.ts'

test('compound tasks fall into parts, simple ones into none', () => {
  expect(splitParts('Get the issues from the tracker, and then post a summary to the team')).toHaveLength(2)
  expect(splitParts('q1: What is the capital of Peru? q2: How high is it above the sea?')).toHaveLength(2)
  expect(splitParts('Turn off the lights')).toEqual([])
})
