import { expect, test } from 'vitest'
import { isAtHand } from './at-hand.ts'

test.each([
  'Summarize this article',
  'Please summarise a 20 page contract',
  'Summarize these meeting notes in three bullet points',
  'Translate this document to French',
  'Proofread my essay.',
  'Extract the key points from this research paper',
  'Extract emails from text',
  'Classify this review as positive or negative',
  'Write a summary of this blog post',
  'Give me feedback on this letter',
  'Debug this code',
  'can you fix the bug in this function?',
  'Refactor this function and write unit tests for this code',
  'Generate unit tests for this function',
  'Optimize this SQL query',
  'Convert this JSON to CSV',
  'Parse this CSV and extract emails',
  'Solve this puzzle',
  'Tag this article with topics',
  'Label these sentences by sentiment',
  'Simplify the expression, please',
  'Explain code step by step',
  'Turn these notes into an email',
  'Detect the language of this text',
  'Convert this pseudocode to Python',
  'Prove the Riemann hypothesis',
  'Prove Fermat’s little theorem',
])('is at hand: %s', (task) => {
  expect(isAtHand(task, task.includes('SQL') ? ['SQL'] : [])).toBe(true)
})

test.each([
  'Summarize this article in Zorble',
  'Summarize this article and send it to Bob',
  'Summarise this email thread',
  "Summarize this week's report",
  'Summarize my email',
  'Summarize this video',
  'Summarize this page https://example.com/post',
  'Parse this CSV file and extract emails',
  'Translate this document and save it to my drive',
  'Convert this document to PDF',
  'Review this pull request',
  'Fix this bug in my repo',
  'Fix the bug in this function and open a pull request',
  'Fix this error in production',
  'Run this query',
  'Post this message to the team',
  'Answer this email',
  'Prove my identity',
  'Turn this article into a podcast',
  'Turn this text into an mp3',
  'Turn this message into a task',
  'Tag this message as urgent',
  'Sort these emails into folders',
])('is to be fetched or changed: %s', (task) => {
  expect(isAtHand(task, [])).toBe(false)
})

test('a product that is named is where the text lies', () => {
  expect(isAtHand('Translate this document into a Google Sheet', ['Google Sheet'])).toBe(false)
})
