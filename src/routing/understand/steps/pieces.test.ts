import { describe, expect, it, test } from 'vitest'
import { costGrowth } from '../../../../test/support/cost-growth.ts'
import { lazySenses } from '../../../adapters/weights.ts'
import { buildLexicon } from '../products/lexicon.ts'
import type { Fineness } from '../types.ts'
import { understand } from '../understand.ts'

const lexicon = buildLexicon(
  ['Stripe', 'Slack', 'Notion', 'Jira', 'Google Sheets', 'Mailchimp', 'Xero', 'Trello'].map((name) => ({
    slug: `${name.toLowerCase().replace(' ', '-')}-mcp`,
    canonical_name: name,
    aliases: [],
  })),
  lazySenses(),
)
const cut = (task: string, fineness: Fineness) => understand(task, lexicon).pieces(fineness)
const texts = (task: string, fineness: Fineness) => cut(task, fineness).map(({ text }) => text)

describe('clauses', () => {
  it.each([
    [
      'attendees of the party: names + mobile numbers, then text everybody the door code',
      ['get attendees of the party: names + mobile numbers', 'text everybody the door code'],
    ],
    ['NBA scores of last night as an mp3, then a new draft episode', ['get NBA scores of last night as an mp3', 'a new draft episode']],
    ['query 3371 results -> top 20 wallets -> check their balance', ['query 3371 results', 'top 20 wallets', 'check their balance']],
    ['minutes of the last call → mail them to Ana', ['get minutes of the last call', 'mail them to Ana']],
  ])('are also things that are asked for in their turn: %s', (task, parts) => {
    expect(texts(task, 'clauses')).toEqual(parts)
  })

  it.each(['flights from LHR → JFK on Friday', 'translate the menu de -> fr', 'our order arrived damaged, then nobody answered'])(
    'are not cut where one arrow joins two places or only a story goes on: %s',
    (task) => {
      expect(texts(task, 'clauses')).toHaveLength(1)
    },
  )

  it('come in order with an action each', () => {
    const pieces = cut('Search the web for the new battery rules, summarise them and post it to Slack', 'clauses')
    expect(pieces.map(({ action }) => action)).toEqual([
      'search the web for the new battery rules',
      'summarise the results',
      'post the summary to Slack',
    ])
    expect(pieces.map(({ system }) => system)).toEqual(['web-search', null, 'chat'])
    expect(pieces.map(({ names_place }) => names_place)).toEqual([false, false, true])
  })

  it('follow direction words', () => {
    expect(cut('Before sending the newsletter through Mailchimp, check all links', 'clauses').map(({ action }) => action)).toEqual([
      'check all links',
      'send the newsletter through Mailchimp',
    ])
    expect(texts('Once the payment arrives in Stripe, mark the row in Google Sheets', 'clauses')[0]).toContain('Stripe')
  })

  it.each([
    'Find tickets closed before the release in Jira',
    'Show the payments received after they changed the price in Stripe',
    'List the cards made before the move to the new board in Trello',
  ])('do not follow the time that tells which things are meant: %s', (task) => {
    expect(texts(task, 'clauses')).toEqual([task])
  })

  it('lean on the one before where only a pronoun tells what is worked on', () => {
    const leaning = (task: string) => cut(task, 'clauses').map(({ leansOn }) => leansOn?.action ?? null)
    const first = 'find the parcel note in Notion'
    expect(leaning('Find the parcel note in Notion, star it and archive it')).toEqual([null, first, first])
    expect(leaning('Find the parcel note in Notion, summarise it and post it to Slack')).toEqual([null, null, null])
  })

  it.each([
    ['In Notion, list the open ideas and post them in Slack', ['In Notion, list the open ideas', 'post them in Slack']],
    [
      'By tomorrow noon, update the Notion page and tell the team in Slack',
      ['By tomorrow noon, update the Notion page', 'tell the team in Slack'],
    ],
    [
      'Every Monday, pull the invoices from Xero and write them to Google Sheets',
      ['Every Monday, pull the invoices from Xero', 'write them to Google Sheets'],
    ],
    ['Before the meeting on Monday, prepare a summary in Notion', ['Before the meeting on Monday, prepare a summary in Notion']],
    ['Per Anna’s request, delete the card from Trello', ['Per Anna’s request, delete the card from Trello']],
  ])('keep the time, the place or the reason that comes first: %s', (task, clauses) => {
    expect(texts(task, 'clauses')).toEqual(clauses)
  })

  it.each([
    'Check and update the customer list in Mailchimp',
    'Copy and paste the table from the PDF into Google Sheets',
    'Remind Dr. Smith and Mrs. Jones in Slack',
    'Ask Anna in Slack whether she booked the flight and paid the hotel',
  ])('are not made of a verb alone or of a title: %s', (task) => {
    expect(texts(task, 'clauses')).toEqual([task])
  })

  it('end with one full stop where none is known to instruct', () => {
    const task = 'Annule les factures sur Stripe. Préviens-moi sur Slack.'
    expect(texts(task, 'clauses')).toEqual(['Annule les factures sur Stripe. Préviens-moi sur Slack'])
  })

  it('are the items of a numbered list', () => {
    expect(texts('1. export the churned users from Stripe 2. upload them to Mailchimp 3. tell me on Slack', 'clauses')).toHaveLength(3)
  })

  it('end after a condition', () => {
    expect(texts('If it snows in Davos on Friday, look up the train to Chur', 'clauses')).toEqual([
      'If it snows in Davos on Friday',
      'look up the train to Chur',
    ])
    expect(texts("If it's going to rain in Ghent on Sunday, look up the train to Ostend", 'clauses')).toHaveLength(2)
  })

  it.each([
    ['Fetch the churn figures from BigQuery and squeeze them into a Google Doc', ['Fetch the churn figures', 'squeeze them into']],
    ['May turnover by shop out of Snowflake, and park it in a Google Sheet', ['get May turnover by shop', 'park it in']],
    ['check the tide times for Whitby and if they suit us book a table on OpenTable', ['check the tide times', 'if they suit us']],
  ])('are told in other ways too: %s', (task, beginnings) => {
    expect(texts(task, 'clauses').map((text, at) => text.slice(0, beginnings[at]?.length))).toEqual(beginnings)
  })

  it.each([
    ["I'd like to book a table at Zuni for Friday. Also, I need to send the invite in Slack", 2],
    ['I want a robot to mow the lawn and then pay the gardener in Xero', 2],
    ['Since the office moves, we have to update the address in Mailchimp. Additionally, post it in Slack', 2],
    ['After the call with Kim, I would like the notes in Notion. Furthermore, please close the card in Trello', 2],
    ['Find the churned users in Stripe. I need it by noon', 1],
  ])('are wishes as well as orders: %s', (task, clauses) => {
    expect(texts(task, 'clauses')).toHaveLength(clauses)
  })

  it.each([
    'which of my Steam games did I play the most last winter',
    'In Home Assistant, make the hall lamp blink when the door opens',
    'Our Jenkins job is red again, read the log of the last run',
  ])('one thing is wanted: %s', (task) => {
    expect(texts(task, 'clauses')).toHaveLength(1)
  })
})

describe('places', () => {
  it('part a text that has no verbs', () => {
    expect(texts('whatever came into my inbox, sums in a spreadsheet', 'places')).toEqual([
      'whatever came into my inbox, sums',
      'in a spreadsheet',
    ])
  })

  it('keep their own product, where it stands in the part, and say what is done there', () => {
    const pieces = cut('story count of Jira, a weekly chart of it, all of that to Slack', 'places')
    expect(pieces.map(({ products }) => products.map(({ name }) => name))).toEqual([['Jira'], [], ['Slack']])
    const last = pieces.at(-1)!
    expect(last.text.slice(last.products[0]!.start, last.products[0]!.end)).toBe('Slack')
    expect(cut('what is new in my inbox to the Slack channel', 'places').at(-1)?.action).toBe('put the results to the Slack channel')
  })

  it.each([
    'Refund the last payment in Stripe',
    'send the list to the Slack channel',
    'Write "please file it in Jira and tell Trello" to Anna on Slack',
  ])('are one where a kind is that of the product, or where the other is only quoted: %s', (task) => {
    expect(texts(task, 'places')).toHaveLength(1)
  })
})

describe('a link', () => {
  it.each(['clauses', 'places', 'loose'] as const)('stays whole among %s', (fineness) => {
    const whole = (task: string, link: string) => expect(texts(task, fineness).join(' | ')).toContain(link)
    whole('once tickets are on sale at https://example.com/fest mail me', 'https://example.com/fest')
    whole('mail me the page https://example.com/a,b;c?d=1.2:3 as a spreadsheet', 'https://example.com/a,b;c?d=1.2:3')
  })

  it('does not hide the end of its sentence', () => {
    expect(texts('Read https://example.com/a. Post the gist to Slack', 'clauses')).toHaveLength(2)
    expect(texts('读一下https://example.com/a，然后把要点发到Slack', 'loose')).toHaveLength(2)
  })
})

describe('loose pieces', () => {
  it('are split at any comma, "and" or arrow outside of quotations', () => {
    expect(texts('pupils absent today, their parents told', 'loose')).toEqual(['pupils absent today', 'their parents told'])
    expect(texts('the invoices into Google Sheets, named after the supplier', 'loose')).toHaveLength(1)
    expect(texts('lista os pagamentos no Stripe e avisa no Slack, no #financeiro', 'loose')).toHaveLength(2)
    expect(texts('new leads of this week → Google Sheets', 'loose')).toEqual(['new leads of this week', 'Google Sheets'])
    expect(texts('Post "milk, eggs and bread" to Slack', 'loose')).toHaveLength(1)
  })

  it.each([
    ['查一下明天北京的天气，把结果发到企业微信的项目群', 2],
    ['Notionの議事録を読んで、Slackに要点を送って', 2],
    ['일정을 캘린더에 넣고 슬랙에 공유해줘', 2],
    ['Найди дешёвые билеты в Стамбул и скинь три варианта в Telegram', 2],
    ['what concerts are on in Ghent on Saturday and how do I get home by train', 2],
  ])('are found in other languages: %s', (task, count) => {
    expect(texts(task, 'loose')).toHaveLength(count)
  })

  it('are dropped where there would be too many', () => {
    expect(texts('send it to Ann, or to Bob, or to Cid, or to Dan, or to Eve, or to Flo, or to Gus', 'loose')).toEqual([])
  })

  it('a word alone and a mere time stay with their neighbour', () => {
    expect(texts('move the picnic, tomorrow, and tell everybody about it', 'loose').join('|')).not.toMatch(/\|tomorrow\|/)
  })
})

describe('halves', () => {
  const halves = (task: string) =>
    understand(task, lexicon)
      .halves(3)
      .map(({ pieces }) => Object.values(pieces()).map(({ text }) => text))

  it('are parted before a word that leads to a place, the plainest first, and what is read comes first', () => {
    expect(halves('append the current ETH price to my sheet')).toEqual([['append the current ETH price', 'to my sheet']])
    expect(halves('the talks on my list into Notion')[0]).toEqual(['the talks on my list', 'into Notion'])
    expect(halves('text my wife when KL1234 lands')).toEqual([['when KL1234 lands', 'text my wife']])
    expect(halves('text my wife if it rains in Ghent')).toEqual([['if it rains in Ghent', 'text my wife']])
    expect(halves('message #ops on Slack if it rains in Ghent')).toEqual([['if it rains in Ghent', 'message #ops on Slack']])
    expect(halves('text me when BTC falls below 55k')).toEqual([['when BTC falls below 55k', 'text me']])
  })

  it('may be one word', () => {
    expect(halves('What was the click rate on our last three sends?')).toEqual([])
    expect(halves("yesterday's cloud bill in #infra")).toEqual([["yesterday's cloud bill", 'in #infra']])
    expect(halves('forecast -> #ops')).toEqual([['forecast', '#ops']])
  })

  it.each([
    ['Trag den aktuellen Bitcoin-Kurs in meine Tabelle ein', ['Trag den aktuellen Bitcoin-Kurs', 'in meine Tabelle ein']],
    ['le cours de clôture de LVMH dans mon tableur', ['le cours de clôture de LVMH', 'dans mon tableur']],
    ['los pedidos de hoy en el canal de ventas', ['los pedidos de hoy', 'en el canal de ventas']],
    ['de openstaande pull requests naar Slack', ['de openstaande pull requests', 'naar Slack']],
    ['Добавь текущий курс эфира в мою таблицу', ['Добавь текущий курс эфира', 'в мою таблицу']],
    ['メールの見積もりをスプレッドシートにまとめて', ['メールの見積もりを', 'スプレッドシートにまとめて']],
  ])('are found in other languages: %s', (task, expected) => {
    expect(halves(task)[0]).toEqual(expected)
  })

  it.each([
    'remind me to close the windows',
    'move the picnic to Sunday',
    'verschiebe das Treffen auf Mittwoch',
    'send it to him',
    'write "put the price into my sheet"',
    'post "the price is in the sheet" to Slack',
    'list the invoices; send the sum to Slack',
  ])('are none where no place or condition follows, or where there are several clauses: %s', (task) => {
    expect(halves(task)).toEqual([])
  })
})

test('the time to cut a text does not grow with the square of its length', () => {
  const units = ['a, ', 'und ', 'if ', '고 ', '，', '→ ', '"a ']
  const cut = (length: number) => {
    for (const unit of units) texts(`send ${unit.repeat(length / unit.length)}`, 'loose')
  }
  expect(costGrowth(cut, 1000, 8000)).toBeLessThan(30)
})

test('only the word for "and" of its own language cuts a text: the same letters may be a preposition in another', () => {
  expect(texts('Enséñame las facturas vencidas en Xero', 'loose')).toEqual(['Enséñame las facturas vencidas en Xero'])
  expect(texts('Zet de lamp in de hal uit en stuur Jan een bericht', 'loose')).toEqual([
    'Zet de lamp in de hal uit',
    'stuur Jan een bericht',
  ])
})
