import { describe, expect, test } from 'vitest'
import { openRouter } from '../../../../eval/router.ts'
import { explainRoute } from '../../answer/explain.ts'
import { understand } from '../../understand/understand.ts'

const router = openRouter()
const { decide } = router
const slugs = (tools: { entry: { slug: string } }[] = []) => tools.map(({ entry }) => entry.slug)

test('a product that is named is not replaced by a rival, and its alternatives reach the same product', () => {
  const { pick, match_method } = decide('Create a deal for Globex in HubSpot')
  expect(pick?.tool.entry.aliases.join()).toContain('hubspot')
  expect(match_method).toBe('named_product')
  expect(slugs(pick?.alternatives)).not.toContain('salesforce-mcp')
  expect(pick?.fallback?.entry.publisher).not.toBe(pick?.tool.entry.publisher)
})

test.each([
  ['Get a list of HubSpot contacts created this week', 'gohighlevel-mcp'],
  ['Pull a report of Google Ads spend for May', 'tiktok-ads-mcp'],
  ['search for Slack messages from Anna', 'discord-mcp'],
])('nor where the words around the name do not say that the work is done there: %s', (task, rival) => {
  expect(slugs(decide(task).pick?.alternatives)).not.toContain(rival)
})

test('others are called nearly as good only where one of them is offered', () => {
  const alone = decide('convert thesis.md to a docx with our reference template', { caps: { latency_preference: 'medium' } })
  expect(alone.pick).toMatchObject({ alternatives: [] })
  expect(alone.reasons).not.toContain('near_equal_candidates')
  expect(explainRoute(alone)).not.toContain('nearly as good')
})

test.each([
  ['pull the attendees out of cvent and create contacts for them in pipedrive', 'cvent', [null, 'pipedrive-mcp']],
  ['Get the open issues from GitHub, then create a shipment in CargoWise', 'CargoWise', ['github-mcp-server', null]],
  ['Export the absence report from Factorial HR. Then post it to #hr in Slack.', 'Factorial HR', [null, 'slack-mcp']],
  ['agent: get ticket 4412 from Zendesk -> look the sender up w/ Cvent', 'Cvent', ['zendesk-mcp', null]],
])('an order in a product that the catalog lacks is a step that stays open: %s', (task, product, slugs) => {
  const { approach, steps, confidence, reasons, suggestions } = decide(task)
  expect(approach).toBe('multi_tool')
  expect(steps.map(({ pick }) => pick?.tool.entry.slug ?? null)).toEqual(slugs)
  expect(reasons).toContain('step_unresolved')
  expect(confidence).toBeLessThanOrEqual(0.1)
  expect(suggestions[0]).toContain(`no server for ${product}`)
})

test('what two groups of one product are called is no product that the catalog lacks', () => {
  const { pick, suggestions } = decide('Bring the Monday.com items from group "Backlog" with status "Ready" to the group "Sprint 9"')
  expect(pick).not.toBeNull()
  expect(suggestions).toEqual([])
})

test.each([
  ['export the absence report for the second quarter from Factorial HR', 'Factorial HR'],
  ['start a twenty minute ride on my Peloton bike', 'Peloton bike'],
  ['Show me the substitutions for class 7b in WebUntis', 'WebUntis'],
  ['Create a shipment for container MSKU4412 in CargoWise', 'CargoWise'],
])('a product that the catalog lacks is said so and not replaced by another: %s', (task, product) => {
  const decision = decide(task)
  expect(decision).toMatchObject({ approach: 'mcp_server', pick: null })
  expect(decision.suggestions[0]).toContain(`no server for ${product}`)
})

test('a missing product does not get in the way where it is only mentioned', () => {
  expect(decide('Search the web for reviews of the Peloton bike').pick).not.toBeNull()
  expect(decide('Put the Deliveroo invoice of May into our Google Drive').pick?.tool.entry.slug).toContain('google')
})

test.each([
  ['exchange the pinstripe shirt order', 'exchange the cotton shirt order'],
  ['track the striped shirt order', 'track the cotton shirt order'],
  ['schedule meetings on Mondays', 'schedule meetings on Tuesdays'],
  ['buy new slacks online', 'buy new trousers online'],
])('a name inside of another word, or the plural of a word, names no product: %s', (task, same) => {
  const kindOf = (text: string) => decide(text).pick?.tool.entry.capabilities[0]
  expect(decide(task).reasons).not.toContain('product_named')
  if (kindOf(task)) expect(kindOf(task)).toBe(kindOf(same))
})

describe('what the text says not to use is not used', () => {
  test.each([
    ['Post the message to Discord, not Slack', 'discord-mcp'],
    ['Do not use Slack; post the message to Discord', 'discord-mcp'],
    ['Use Microsoft Teams rather than Slack to tell Bob that the build is green', 'microsoft-teams-mcp'],
    ['No Notion this time: put the notes into Obsidian', 'obsidian-mcp'],
    ['Ich will den Termin nicht in Outlook, sondern im Google Kalender', 'google-calendar-mcp'],
  ])('%s', (task, slug) => {
    expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: slug })
  })

  test('what the text rules out is not offered as an alternative either', () => {
    const { recommended_skill, alternatives } = router.ask('Send the weekly report by email instead of Slack')
    expect([recommended_skill, ...alternatives].join(' ')).not.toContain('slack')
  })

  test.each([
    ['List the contacts that are not in HubSpot yet', 'hubspot-mcp'],
    ['Post it in Slack, not in #general', 'slack-mcp'],
    ['Which GitHub issues have no assignee?', 'github-mcp-server'],
  ])('while a denial of something else leaves the product in place: %s', (task, slug) => {
    expect(router.ask(task).recommended_skill).toBe(slug)
  })
})

test('a slug in the task is no order', () => {
  expect(router.ask('Get the weather in Berlin with slack-mcp').orchestration).toBeUndefined()
  expect(router.ask('Get the weather in Berlin with slack-mcp').recommended_skill).toContain('weather')
  expect(router.ask('use github-mcp-server to find flights from Oslo to Rome').recommended_skill).not.toContain('github')
})

test('a hub that is recommended is no alternative to itself', () => {
  const { recommended_skill, alternatives } = router.ask('run my Make scenario')
  expect(recommended_skill).toBe('make-mcp')
  expect(alternatives).not.toContain('make-mcp')
})

test.each([
  ["What's the current price of Bitcoin?", 'coingecko-mcp'],
  ['current bitcoin price', 'coingecko-mcp'],
  ['Decode this raw Bitcoin transaction hex', 'bitcoin-mcp'],
  ['check a bitcoin address', 'bitcoin-mcp'],
])('a coin is no product that the work is bound to: %s', (task, wanted) => {
  expect(router.ask(task).recommended_skill).toBe(wanted)
})

test('a small word with an umlaut is no product that is spelled alike without it', () => {
  for (const task of ['Finde wissenschaftliche Artikel über CRISPR', 'Zeig mir Studien über Schlafmangel'])
    expect(understand(task, router.lexicon).products).toEqual([])
  expect(understand('Bestell mir ein Uber zum Bahnhof', router.lexicon).products).not.toEqual([])
})

test.each([
  ['ajoute une carte « Devis » dans mon tableau Trello Travaux', 'trello-mcp'],
  ['load test the booking endpoint with 50 users', 'k6-mcp'],
  ['Export the answers of the Typeform-like survey on Jotform', 'jotform-mcp'],
])('a word of the language, a name without its domain and what is only like a product name none: %s', (task, slug) => {
  expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: slug })
})

test('two products that are only compared are no places to work in', () => {
  const { products } = understand('compare the pricing of HubSpot and Salesforce', router.lexicon)
  expect(products.map(({ role }) => role)).toEqual(['topic', 'topic'])
  const named = understand('search Reddit for complaints about Slack', router.lexicon).products
  expect(named.map(({ role }) => role)).toEqual(['place', 'topic'])
})

test('a product that the catalog lacks is in the way only where the work is done in it', () => {
  const kindOf = (task: string) => router.catalog.get(router.ask(task).recommended_skill ?? '')?.capabilities[0]
  expect(kindOf('Add the Deliveroo expense to our spreadsheet')).toBe('spreadsheets')
  expect(kindOf('Email Venmo support about the failed payment')).toContain('email')
  expect(kindOf('Order an Uber to the airport')).toBeUndefined()
  expect(kindOf('Send money to Tom with Venmo')).toBeUndefined()
  expect(kindOf('Look through the Worldpay payouts of last week')).toBeUndefined()
})

test.each([
  ['Update the Confluence page "Set up" – step 4 is wrong', 'atlassian'],
  ['Upload report.pdf to the S3 bucket finance-docs', 'aws'],
])('what a server that only reads its product cannot change is done by one that can: %s', (task, vendor) => {
  const { recommended_skill, alternatives } = router.ask(task)
  expect(recommended_skill).toContain(vendor)
  expect(alternatives.length).toBeGreaterThan(0)
})

test.each([
  ['stop the clock', 'toggl-mcp', 'clockify-mcp'],
  ['Create a branch spike/cache from develop and switch to it', 'git-mcp', 'cyanheads-git-mcp'],
  ['Find a vegan restaurant open now within 1 km of Alexanderplatz', 'google-maps-mcp', 'yelp-mcp'],
  // 1Password would match better, but only reads.
  ['Store the new database password in Vault at apps/billing/db', 'vault-mcp', 'bitwarden-mcp'],
  // Of another kind that the recommended one also does, and a much better match.
  ['find pull requests in facebook/react that changed useTransition', 'octocode-mcp', 'github-mcp-server'],
])('the fallback is of the same kind unless another matches much better: %s', (task, recommended_skill, fallback) => {
  const { pick } = router.decide(task)
  expect([pick?.tool.entry.slug, pick?.fallback?.entry.slug]).toEqual([recommended_skill, fallback])
})

test('the same product is read by its own server', () => {
  expect(router.ask('List the objects in the S3 bucket finance-docs').recommended_skill).toBe('s3-mcp')
})

test('a suite stands in for the product of one of its servers, and a hub only signs in to what has accounts', () => {
  const gmail = router.ask('Find unread emails in my Gmail')
  expect(gmail.alternatives).toContain('google-workspace-mcp')
  expect(gmail.alternatives.some((slug) => router.catalog.get(slug)?.capabilities[0] === 'automation-hub')).toBe(true)
  const docker = router.ask('restart the Docker container named web')
  expect(docker.alternatives.filter((slug) => router.catalog.get(slug)?.capabilities[0] === 'automation-hub')).toEqual([])
})

test.each([
  'Transfer 200 euros to my landlord with Wise',
  'Put the stories of the next iteration into Rally',
  'Post the homework for Monday on Blackboard',
])('an everyday word may be a product that the catalog lacks: %s', (task) => {
  expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: null })
})

test.each([
  'Set the ticket of Brandt Optics to solved in Zoho Desk',
  'Add the boarding pass to Apple Wallet',
  'Put the old sofa on Facebook Marketplace',
])('a product apart is not done by the server of another one whose name it bears: %s', (task) => {
  expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: null })
})

test.each([
  ['List the queues in Amazon SQS', 'aws-mcp'],
  ['Scale the service checkout in Amazon ECS to four tasks', 'aws-mcp'],
  ['Where is my Amazon parcel with the kettle?', 'amazon'],
  ['Pause the campaigns on Meta', 'meta-ads-mcp'],
  ['Disable the delete tools of the staging namespace in MetaMCP', 'metamcp'],
])('a name that only says whose product it is gives way to that product: %s', (task, slug) => {
  expect(router.ask(task)).toMatchObject({ approach: 'mcp_server', recommended_skill: expect.stringContaining(slug) })
})

test.each([
  ['Email the team a wise word for the new year via Gmail', 'gmail-mcp'],
  ['Signal lost again at pump 4: open a PagerDuty incident', 'pagerduty-mcp'],
  ['Sende das Signal der Pumpe als Nachricht an den Slack-Kanal #technik', 'slack-mcp'],
  ['Post in Slack that the Rally through the old town is off', 'slack-mcp'],
])('an everyday word that is no product of its own is in nobody’s way: %s', (task, slug) => {
  expect(router.ask(task).recommended_skill).toContain(slug)
})

test.each([
  ['can you just look in BambooHR who is out from Monday to Friday', 'bamboohr-mcp', 'who is away is no denial of the product'],
  ['Load study 1.2.840 from the PACS', 'dicom-mcp', 'an acronym in capitals'],
])('%s goes to %s: %s', (task, slug) => {
  expect(decide(task).pick?.tool.entry.slug).toBe(slug)
})

test.each([
  ['which PACs gave more than 10k to the senator', 'dicom-mcp'],
  ['Domani piove a Bologna? Dalle 8 alle 10, se possibile.', 'openai-image-mcp'],
])('%s names no product of %s', (task, slug) => {
  expect(understand(task, router.lexicon).products.flatMap(({ slugs }) => slugs)).not.toContain(slug)
})

test.each(['Piove domani a Bologna?', 'Pada jutro w Gdańsku?', '明日の名古屋は雨ですか', 'Il pleut demain à Lyon ?'])(
  'rain is weather in any language: %s',
  (task) => {
    expect(decide(task).pick?.tool.entry.capabilities).toContain('weather')
  },
)
