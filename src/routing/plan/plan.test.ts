import { describe, expect, test } from 'vitest'
import { openRouter } from '../../../eval/router.ts'
import { explainRoute } from '../answer/explain.ts'

const router = openRouter()
const { decide } = router

test('what one tool does in every step is no plan of several', () => {
  const task = 'From the mails of the last week make drafts, in the same mailbox, answering every supplier who asked for a date'
  expect(decide(task)).toMatchObject({ approach: 'mcp_server', steps: [], pick: { tool: { entry: { slug: 'gmail-mcp' } } } })
  expect(decide(task).reasons).not.toContain('several_tools_needed')
})

test('one clause over several products becomes one step for each', () => {
  const { approach, steps } = decide('Pull the campaign costs from Google Ads and Meta Ads into one Google Sheet')
  expect(approach).toBe('multi_tool')
  expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual([
    expect.stringContaining('google-ads'),
    expect.stringContaining('meta-ads'),
    expect.stringContaining('sheets'),
  ])
})

test('several tools told without a verb for each are a plan', () => {
  const decision = decide("last week's Stripe payouts side by side in a spreadsheet")
  const { approach, steps } = decision
  expect(approach).toBe('multi_tool')
  const withGap = { ...decision, steps: steps.map((step, at) => (at === 0 ? { ...step, pick: null } : step)) }
  expect(explainRoute(withGap)).toContain(' Nothing in the catalog fits 1 of these steps.')
  expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual([expect.stringContaining('stripe'), expect.stringContaining('sheets')])
})

test('products named for each step make a plan sure, whatever else the words fit', () => {
  const { approach, steps } = decide(
    "agent: get ticket 4412 from Zendesk -> look the sender up w/ HubSpot -> append row airtable 'Follow-ups'",
  )
  expect(approach).toBe('multi_tool')
  expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(
    ['zendesk', 'hubspot', 'airtable'].map((name) => expect.stringContaining(name)),
  )
})

test.each([
  ["log last night's sleep score in my sheet", ['oura', 'sheet']],
  ['ping me on Telegram if it rains in Ghent tomorrow', ['weather', 'telegram']],
  ["today's rare bird sightings around Cork in my sheet", ['ebird', 'sheet']],
])('two systems told in one clause are two steps, what is read first: %s', (task, slugs) => {
  const { steps } = decide(task)
  expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(slugs.map((slug) => expect.stringContaining(slug)))
})

test.each(['Book a meeting in Google Calendar tomorrow at 3pm', 'Reserve a meeting in Google Calendar'])(
  'a place whose server can do the work itself only says where: %s',
  (task) => {
    expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: 'google-calendar-mcp' })
  },
)

test.each(['Add the price 3,412.50 to my sheet', 'Postgres users with a Gmail address'])('one is left whole: %s', (task) => {
  expect(decide(task).approach).toBe('mcp_server')
})

test.each([
  ['Is it windy in Tarifa on Saturday? If so, put "kite day" in my Google Calendar', ['weather', 'calendar']],
  ['Wie wird das Wetter in Bozen am Samstag, und schick es bitte der Familie per WhatsApp', ['weather', 'whatsapp']],
  ['東京の明日の天気を調べて、Slackの#teamに送って', ['weather', 'slack']],
  ['the open pull requests of acme/api as a list in Notion', ['github', 'notion']],
])('a need known only by its kind is a step next to one that names a product: %s', (task, slugs) => {
  const { steps } = decide(task)
  expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(slugs.map((slug) => expect.stringContaining(slug)))
})

test.each([
  ['Scrape Hacker News, summarize the top stories, and save to Notion', ['hacker-news', 'notion']],
  ['Read my Gmail, summarize the mails, and save to Notion', ['gmail', 'notion']],
  ['Scrape Reddit, summarize the top posts, and save to Airtable', ['reddit', 'airtable']],
])('orders that each name a product of their own are steps: %s', (task, slugs) => {
  const { steps } = decide(task)
  expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(slugs.map((slug) => expect.stringContaining(slug)))
})

test('arrows lead from step to step, each told by its own words', () => {
  const { steps } = decide('Snyk findings (critical only) → GitLab issues')
  expect(steps.map(({ pick, action }) => [pick?.tool.entry.slug, action])).toEqual([
    ['snyk-mcp', 'snyk findings (critical only)'],
    ['gitlab-mcp', 'GitLab issues'],
  ])
})

test('what follows a comma or "and" and surely finds a tool is a step beside those that name products', () => {
  const { steps } = decide("Intercom conversations tagged 'feature request' into ClickUp, then a pie chart of the topics")
  expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(
    ['intercom', 'clickup', 'chart'].map((name) => expect.stringContaining(name)),
  )
})

test('what names no place and finds no tool belongs to the step before', () => {
  const { steps } = decide('Pull the open bugs from Linear, post them in Slack and tag the owners')
  expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual([expect.stringContaining('linear'), expect.stringContaining('slack')])
  expect(steps[1]?.action).toContain('tag the owners')
})

test('an order before the first step is told with it', () => {
  const { steps } = decide('Clone the repo, run the tests, and open a pull request')
  expect(steps.map(({ action }) => action).join()).toContain('clone the repo')
})

test('a sentence in another script is not a step among others', () => {
  expect(decide('Take a screenshot of example.com. 明天早上八点叫我起床').approach).toBe('mcp_server')
})

test.each([
  ['slack-mcp', 'Post "Release 4 is out, please watch the Grafana boards and close your Jira tickets" to #team on Slack'],
  ['esignatures-mcp', 'send the NDA out for e-signature and remind the signers after three days'],
  ['slack-mcp', 'search our Slack for what was decided about the pricing, open that thread and reply there that finance has signed off'],
  ['home-assistant-mcp', 'Home Assistant: everything off downstairs, lock the front door and set the thermostat to 17'],
])('several actions in one named place are the work of %s alone', (slug, task) => {
  expect(decide(task)).toMatchObject({ approach: 'mcp_server', pick: { tool: { entry: { slug } } } })
})

test('an action that names no place joins the step of the place before it', () => {
  const { steps } = decide('provision a Neon database for the demo, run the migrations on it, then deploy the app on Vercel')
  expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(['neon-mcp', 'vercel-mcp'])
  expect(steps[0]?.action).toContain('migrations')
})

test('what is made of the things found is made by another tool, although a pronoun tells what they are', () => {
  const { steps } = decide('Read the highlights of the books I marked this month and turn them into flashcards')
  expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual([expect.stringContaining('book'), expect.stringMatching(/anki|rember/)])
})

test('what is done on a product in another language is done there', () => {
  const { steps } = decide("Cerca su Spoonacular tre ricette con le zucchine, poi aggiungi gli ingredienti alla mia lista Todoist 'Spesa'")
  expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual(['spoonacular-mcp', 'todoist-mcp'])
})

test('a framework that is only spoken of is no step of its own', () => {
  expect(decide('deploy my next.js app to vercel')).toMatchObject({
    approach: 'mcp_server',
    pick: { tool: { entry: { slug: 'vercel-mcp' } } },
  })
})

test('what a model does with the result of a step is no step', () => {
  const { steps } = decide('Search the web for AI news, then write a summary, then post it to Slack')
  expect(steps.map(({ action }) => action)).toEqual(['search the web for AI news, write a summary', 'post the draft to Slack'])
})

test('of a wordy task each step tells what to do, without why, wishes and thanks', () => {
  const { approach, steps } = decide(
    "I've taken over the newsletter of our rowing club and everybody expects it to be better than before. I'd like you to read the results page " +
      'in Notion, and could you also drop a list of the winners in #rowing on Slack? Thanks a million, you are a star!',
  )
  expect(approach).toBe('multi_tool')
  expect(steps.map(({ action }) => action)).toEqual(['read the results page in Notion', 'drop a list of the winners in #rowing on Slack'])
  expect(steps.map(({ pick }) => pick?.tool.entry.slug)).toEqual([expect.stringMatching(/^notion/), expect.stringMatching(/^slack/)])
})

describe('two products in one clause', () => {
  test.each([
    ['Post to Slack whatever Sentry found overnight', ['sentry-mcp', 'slack-mcp']],
    ['Notify #ops on Slack about each Datadog monitor that is red', ['datadog-mcp', 'slack-mcp']],
    ['Are the invoices in Xero matching the payments in Stripe?', ['xero-mcp', 'stripe-mcp']],
  ])('are two steps where work is done in both, what is read first: %s', (task, slugs) => {
    expect(router.ask(task).orchestration?.map((step) => step.recommended_skill)).toEqual(slugs)
  })

  test.each([
    ['How many tickets in Zendesk complain about the Shopify app?', 'zendesk-mcp'],
    ['Search Reddit for complaints about Notion', 'reddit-mcp'],
    ['Add a task in Asana: renew the Figma licences', 'asana-mcp'],
  ])('are one where the other is only talked about: %s', (task, slug) => {
    const { approach, recommended_skill } = router.ask(task)
    expect([approach, recommended_skill]).toEqual(['mcp_server', slug])
  })
})

test.each([
  ['deploy a web app to Azure', 'azure-mcp'],
  ['Get the failed orders from Odoo, then create an invoice for each there', 'odoo-mcp'],
])('what names its place, or says that it is the same, is done there: %s', (task, wanted) => {
  expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: wanted })
})

test('what is done to a thing that was just found is done where it was found', () => {
  const { orchestration } = router.ask('Find a flight to Rome, book it and add it to my calendar')
  const kinds = orchestration?.map(({ recommended_skill }) => router.catalog.get(recommended_skill ?? '')?.capabilities[0])
  expect(kinds).toEqual(['travel', 'calendar'])
})

test.each([
  ['What came up in yesterday’s call? Check Granola', 'granola-mcp'],
  ['Add a task for the leaking tap to my list, in Todoist', 'todoist-mcp'],
  ['Enséñame los pedidos de hoy en Shopify', 'shopify-mcp'],
])('what only tells where to look or to work is no step of its own: %s', (task, slug) => {
  expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: slug })
})

test('a step whose tool its words leave in doubt is done by one of its kind', () => {
  const { orchestration } = router.ask('Pull the failed jobs from Jenkins and let the developers know in chat')
  expect(orchestration?.map(({ recommended_skill }) => recommended_skill)).toEqual(['jenkins-mcp', 'slack-mcp'])
})

test.each([
  ['Turn off the lights, lock the front door and set the heating to 17; everything is in Home Assistant', 'home-assistant-mcp'],
  ["Move the login bug to done and assign the next one to Mia. It's all in Trello.", 'trello-mcp'],
])('a task that ends with where everything is takes one tool: %s', (task, slug) => {
  expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: slug })
})
