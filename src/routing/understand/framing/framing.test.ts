import { describe, expect, it } from 'vitest'
import { withoutLeadIn } from './lead-in.ts'
import { withoutMetaSentences } from './meta-sentences.ts'
import { taskInForm } from './task-in-form.ts'

const products = /Slack|Shopify|Intercom|Jira|Zendesk/
const namesProduct = (part: string) => products.test(part)
const taskIn = (text: string) => withoutLeadIn(withoutMetaSentences(taskInForm(text, namesProduct), namesProduct))

const task = 'Refund the last payment of customer ACME'

describe('a task is taken out of', () => {
  it.each([
    ['JSON', JSON.stringify({ goal: task, priority: 'high' })],
    [
      'nested JSON with other names',
      JSON.stringify({ run: { id: 'a91f', state: { remaining: [task], completed: ['Say hello to everyone'] } } }),
    ],
    [
      'a conversation',
      JSON.stringify([
        { role: 'user', content: task },
        { role: 'assistant', content: 'I will look for a tool.' },
      ]),
    ],
    ['fenced JSON', `\`\`\`json\n{"userMessage": "${task}"}\n\`\`\``],
    ['tags', `<request id="7"><user_message>${task}</user_message><deadline>tomorrow</deadline></request>`],
    ['lines', `priority: medium\ntask: "${task}"\nrequires_approval: false`],
    ['a table', `| field | value |\n|---|---|\n| request | ${task} |\n| urgency | low |`],
    ['a transcript', `[09:15] agent: How may I help?\n[09:16] visitor_381: ${task}`],
    ['a log', `2025-01-22T11:03:57Z INFO worker[4]: dispatching id=77 text="${task}" handler=none`],
    ['a label', `Sub-task 2 of 4: ${task}`],
    ['a number', `Step 3. ${task}`],
    ['the name of an action', JSON.stringify({ task: task.replaceAll(' ', '_') })],
    ['what is done and what is left', `User said: "make sure of it." Done so far: nothing. Left: ${task}`],
    ['the form of the answer', `${task}; output: CSV of all ids`],
    ["somebody's wish", 'The user wants me to Refund the last payment of customer ACME'],
    ['an announcement', `Previous attempt timed out, trying again: ${task}`],
    ['the role of its reader', `You are a helpful assistant for a small team. ${task}`],
  ])('%s', (_, text) => {
    expect(taskIn(text)).toBe(task)
  })

  it.each([
    ['need an MCP server that can list open invoices', 'list open invoices'],
    ['Which tool should I use to list open invoices?', 'list open invoices?'],
    ['is there any API or integration that lets an agent list open invoices', 'list open invoices'],
    ['My boss has asked me to list open invoices', 'list open invoices'],
    ['Looking for an MCP server which can list open invoices', 'list open invoices'],
  ])('%s', (text, inner) => {
    expect(taskIn(text)).toBe(inner)
  })
})

describe('what else the form says', () => {
  it('is kept where it tells the place or names a product', () => {
    expect(taskIn('{"goal":"list open conversations","system":"Intercom","return":["id"]}')).toBe('list open conversations in Intercom')
    expect(taskIn('Context: we sell shoes on Shopify.\nTask: list the unpaid orders')).toBe(
      'we sell shoes on Shopify.\nlist the unpaid orders',
    )
    expect(taskIn('Collect the new leads; output: a message in Slack')).toContain('Slack')
  })
})

describe('a text is left as it is', () => {
  it.each([
    'Remind me to call Anna at six',
    'I want my AI assistant to automatically find and connect to new MCP servers. How can I set this up?',
    "I'm a movie critic and I need to write reviews. Can you list what is new on the platforms?",
    'Give me a gentle way to tell my flatmate that her cooking smells',
    'How do I need to set up a VPN?',
    'Explain what a vector database does, no need to look anything up',
    'A jar holds 3 red and 5 green marbles; what is the chance to draw two red ones?',
    'someone needs to sign for the pallet at gate 3 in person, can you go',
    'Six week plan to get from couch to a 10 k',
    'Ask the customer to pay the invoice',
    'The user does not want me to delete the files',
    'Which client asked us to cancel the order?',
    'Create a Jira ticket:\nTitle: Login fails\nDescription: nobody can log in\nPriority: high',
    'Summarise this ticket:\nTask: fix the login\nOwner: Bob',
    'Summarise this thread:\n[09:12] Priya: the import died again\n[09:15] Tom: which tool was it?',
    'Step 1: fetch the orders. Step 2: post them in Slack.',
    'The tools tab in Zendesk is empty. Reload it.',
    'Human: actually scrap that.\nAssistant: Understood, I will route nothing.\n\nFind the cheapest hotel in Lyon',
    'Human: actually scrap that.\nAssistant: Understood. Find the cheapest hotel in Lyon',
    '{"a": 1, "b": [2, 3]}',
    '{broken: "json"',
  ])('%s', (text) => {
    expect(taskIn(text)).toBe(text)
  })
})
