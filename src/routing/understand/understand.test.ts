import { describe, expect, it, test } from 'vitest'
import { costGrowth } from '../../../test/support/cost-growth.ts'
import { lazySenses } from '../../adapters/weights.ts'
import { buildLexicon } from './products/lexicon.ts'
import { understand } from './understand.ts'

const lexicon = buildLexicon(
  ['Stripe', 'Slack', 'Notion', 'Linear', 'GitHub', 'Google Sheets', 'Mailchimp', 'Pipedrive', 'Jira'].map((name) => ({
    slug: `${name.toLowerCase().replace(' ', '-')}-mcp`,
    canonical_name: name,
    aliases: [],
  })),
  lazySenses(),
)
const read = (task: string) => understand(task, lexicon)

test.each(['provisional', 'active'] as const)('a name of ordinary words is one for an imported entry that was released: %s', (status) => {
  const entry = { slug: 'paper-trail', canonical_name: 'Paper Trail', origin: 'import', status } as const
  const { products } = understand('add a note for Anna in Paper Trail', buildLexicon([{ ...entry, aliases: [] }], lazySenses()))
  expect(products.flatMap(({ slugs }) => slugs)).toEqual(status === 'active' ? ['paper-trail'] : [])
})

describe('products of entries that are kept out of sight', () => {
  const hidden = [
    ...['Zorblax', 'GitHub Actions', 'Web Search', 'Weather Forecast', 'Garden'].map((canonical_name) => ({ canonical_name })),
    { canonical_name: 'Stripe', capabilities: ['payments'] },
    { canonical_name: 'Linear MCP Server', capabilities: ['issue-tracking'] },
    { canonical_name: 'Slack', aliases: ['slack'], capabilities: ['team-chat'] },
    { canonical_name: 'Atlassian', aliases: ['jira', 'issues'] },
  ]
  const shown = [{ slug: 'github-mcp', canonical_name: 'GitHub', aliases: [] }]
  const few = buildLexicon(shown, lazySenses(), hidden)
  const named = (task: string) => understand(task, few).products.map(({ name, slugs }) => [name, slugs])

  it.each([
    ['refund this payment in Stripe', [['Stripe', []]]],
    ['create an issue in Linear', [['Linear', []]]],
    ['post a message to Slack', [['Slack', []]]],
    ['refund this payment in Zorblax', [['Zorblax', []]]],
    ['upload the file to Garden', []],
    ['create a Jira ticket', [['jira', []]]],
    ['list the issues of the project', []],
    ['solve this linear equation', []],
    ['plan my week with some slack', []],
    ['rerun the failed workflow in GitHub Actions', [['GitHub', ['github-mcp']]]],
    ['get the weather forecast for Rome with a web search', []],
  ])('are known, unless another bears the name or it says only what it does: %s', (task, products) => {
    expect(named(task)).toEqual(products)
  })
})

describe('a link', () => {
  it.each([
    'how does https://github.com/tinygrad/tinygrad schedule kernels, which files should I read first',
    'Explain why https://staging.bellandbarley.ie/checkout takes nine seconds until I can tap anything',
  ])('in the words of a task is there to be opened: %s', (task) => {
    expect(read(task).signals.needs_tool).toBe(true)
  })

  it.each([
    'Convert to Python requests: curl -X POST https://api.example.com/v1/users -d "name=Ana"',
    'Write a friendly tweet that invites people to https://meetup.example.org/may',
    'explain this nginx line: proxy_pass http://127.0.0.1:5000/;',
  ])('in code or in what is to be written is not: %s', (task) => {
    expect(read(task).signals.needs_tool).toBe(false)
  })
})

describe('what follows a colon', () => {
  it.each([
    ['Summarize: the last 20 messages in #support on Slack', 'Slack'],
    ['Classify the tickets: open Jira, label every new one as bug or question', 'Jira'],
    ['Count these: rows in the orders tab of our Google Sheets file', 'Google Sheets'],
  ])('is to be done where it reads so: %s', (task, name) => {
    expect(read(task)).toMatchObject({ products: [{ name }], signals: { needs_tool: true } })
  })

  it.each([
    'Translate to Spanish: Create a ticket in Jira and assign it to me.',
    'Rewrite this sentence in a friendlier tone: send me the report in Notion now',
    'Write a short note: the GitHub migration is done, thanks all',
  ])('is a text to work on otherwise: %s', (task) => {
    expect(read(task)).toMatchObject({ products: [], signals: { needs_tool: false } })
  })
})

describe('whether a task needs a tool', () => {
  it.each(['Turn this paper into a poster', 'Summarise this report and mail it to Anna', 'Prove that our servers were up last night'])(
    'is not settled by the words for what is at hand: %s',
    (task) => {
      expect(read(task).signals.needs_tool).toBe(true)
    },
  )

  it.each([
    'refund this payment in Stripe',
    'what is the weather in Lisbon right now',
    'book a flight from Boston to Chicago on the 14th',
    'get the details of user 1234',
    'turn on the lights in the kitchen',
    'query my database for failed orders',
    'open https://example.com/pricing and tell me the plans',
    'find me a recipe video for butter chicken',
    'Wie ist das Wetter morgen in Köln?',
    '帮我订一张明天从上海到广州的高铁票',
    'Отправь письмо бухгалтеру с последним счётом',
  ])('yes: %s', (task) => {
    expect(read(task).signals.needs_tool).toBe(true)
  })

  it.each([
    'Explain how Stripe refunds work',
    'Summarize this article',
    'Refactor this function',
    'Give me three tips for staying healthy',
    'Write a Python function that posts a message to Slack',
    'Translate "Send the invoice in Stripe today" into Spanish',
    'What is 17 times 24?',
    'Pretend you are a pirate and greet me',
    'Warum ist der Himmel blau?',
    '写一首关于秋天的诗',
    'Explique-moi la théorie de la relativité simplement',
  ])('no: %s', (task) => {
    expect(read(task).signals.needs_tool).toBe(false)
  })
})

describe('a command line', () => {
  it('runs on a shell, whatever its arguments are called', () => {
    const understanding = read('cd slack && npm ci && npm run notion -- --post "to Slack, then to Jira"')
    expect(understanding).toMatchObject({ system: 'terminal', products: [], byHandProbability: 0, signals: { needs_tool: true } })
    expect(understanding.pieces('loose')).toEqual([])
  })

  it('may be one step of several', () => {
    const [first, second] = read('run npm test and post the results to Slack').pieces('clauses')
    expect(first).toMatchObject({ system: 'terminal', products: [] })
    expect(second?.products.map(({ name }) => name)).toEqual(['Slack'])
  })
})

describe('signals', () => {
  it('tell the kind of work', () => {
    expect(read('Write a poem about the sea in winter').signals).toMatchObject({ task_type: 'writing', creative_writing: true })
    expect(read('Write a function in Go that merges two sorted slices').signals.task_type).toBe('code')
    expect(read('Translate "good evening" into Italian').signals.task_type).toBe('translation')
    expect(read('Solve for x: 3x + 7 = 22').signals.task_type).toBe('math')
    expect(read('hello there').signals).toMatchObject({ task_type: 'chat', complexity: 'trivial' })
  })

  it('name the language', () => {
    expect(read('Schick eine E-Mail an Herrn Krause, dass der Termin verschoben wird').language).toBe('de')
    expect(read('내일 부산 날씨 어때?').language).toBe('ko')
    expect(read('what is on my calendar').language).toBe('en')
  })
})

describe('products', () => {
  it('an everyday English word amid another script is a name', () => {
    expect(read('Slackの総合チャンネルに会議は15時からと投稿して').products.map(({ name }) => name.toLowerCase())).toContain('slack')
  })

  const names = (task: string) => read(task).products.map((product) => product.name)

  it('are made of words that stand together, and misspelled in other languages only within a sentence', () => {
    expect(names('export it to Google Sheets')).toEqual(['Google Sheets'])
    expect(names('ask Google, sheets of paper will not do')).toEqual([])
    expect(names('Notian öffnen und die Seite umbenennen')).toEqual([])
    expect(names('Bitte die Seite in Notian umbenennen')).toEqual(['Notion'])
  })

  it('are found as words, aliases, possessives and misspellings', () => {
    expect(names("show Slack's unread channels")).toEqual(['Slack'])
    expect(names('add a row in google sheets')).toEqual(['Google Sheets'])
    expect(names('upload them to malichimp')).toEqual(['Mailchimp'])
    expect(names('create an issue in Linear for the login bug')).toEqual(['Linear'])
  })

  it('are found where one word is written as two, and ordinary words beside each other are not', () => {
    expect(names('which pull requests are open on git hub')).toEqual(['GitHub'])
    expect(names('move the deal to won in pipe drive')).toEqual(['Pipedrive'])
    expect(names('replace the pipe drive shaft of the old mixer')).toEqual([])
  })

  it.each(['I want to drive home', 'stop slacking off', 'what is a linear equation', 'the notion of time', 'explain notion-mcp'])(
    'are not seen in: %s',
    (task) => {
      expect(names(task)).toEqual([])
    },
  )

  it('are a topic when only talked about', () => {
    expect(read('Explain how Stripe refunds work').products[0]?.role).toBe('topic')
    expect(read('refund the payment in Stripe').products[0]?.role).toBe('place')
  })

  it.each([
    ['a Linear bug for the crash, please', 'Linear'],
    ['find the notion page about pricing', 'Notion'],
    ['Leg ein Jira-Ticket für den Absturz an', 'Jira'],
  ])('are told by the words around them: %s', (task, name) => {
    expect(read(task).products.filter(({ certainty }) => certainty >= 0.6)).toMatchObject([{ name, role: 'place' }])
  })

  it.each(['fit a linear model to these points', 'I have no notion of what pricing means', 'cut me some slack, Anna'])(
    'are not told by words that are only spelled like them: %s',
    (task) => {
      expect(read(task).products.filter(({ certainty }) => certainty >= 0.6)).toEqual([])
    },
  )
})

describe('what only hands can do', () => {
  it.each([
    'Carry the ladder up to the attic',
    'wipe the crumbs off the table before the guests come',
    'Staple these flyers to the poles along Mill Road',
    'tighten the screws on my glasses',
  ])('yes: %s', (task) => {
    expect(read(task).byHandProbability).toBeGreaterThan(0.8)
  })

  it.each([
    'Carry the unread mails over into a task list',
    'Pin the release note in the channel',
    'How do I oil the hinges of a door?',
    'Order a ladder that reaches the attic',
    'Drain the node pool blue-7',
  ])('no: %s', (task) => {
    expect(read(task).byHandProbability).toBeLessThan(0.3)
  })
})

test('the time to read a hostile task does not grow with the square of its length', () => {
  const units = ['hi, ', ' ', '\n', '“ ', '„ ', '« ', '[', 'a-', '1.', '.', 'decode ', 'Slack ', ', and ', 'Ж', 'İ', 'ПЕРЕВЕДИТЕ ']
  const readAll = (length: number) => {
    for (const unit of units) read(`Send a mail to Bob ${unit.repeat(length / unit.length)} x`)
  }
  expect(costGrowth(readAll, 2000, 8000)).toBeLessThan(10)
})

test('a word without end costs no more than many short ones', () => {
  const word = 'x'.repeat(1200)
  const short = 'unwontedly '.repeat(100)
  expect(costGrowth((length) => read(length === 1 ? `Send ${short}` : `Send a ${word}`), 1, 2)).toBeLessThan(3)
})
