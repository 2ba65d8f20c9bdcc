import { expect, test } from 'vitest'
import { openRouter } from './router.ts'

test('of a long task the same part is measured that the service reads, and the rest counts towards the cost', () => {
  const task = `Summarise this report.${' The quarter went well.'.repeat(4000)} Post the summary to Slack.`
  const { decide, read } = openRouter()
  const { understanding, unreadChars } = read(task)
  expect(understanding.whole.length).toBeLessThanOrEqual(8000)
  expect(understanding.text.length + unreadChars).toBe(task.length)
  const cheap = { caps: { max_cost_usd: 0.001 } }
  expect(decide(task, cheap).model.kind).toBe('none')
  expect(decide('Summarise this report. Post the summary to Slack.', cheap).model.kind).not.toBe('none')
})
