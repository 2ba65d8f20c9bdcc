import { expect, test } from 'vitest'
import type { ProductMention } from '../../understand/types.ts'
import { searchableText } from './searchable-text.ts'

test.each([
  ['de', 'Brauche einen Mietwagen ab Palermo', 'car'],
  ['fr', 'combien de temps pour aller à Lyon en train demain', 'train'],
  ['zh', '明天上海到南京的高铁票还有吗', 'train'],
  ['tr', 'deprem oldu mu şimdi', 'earthquake'],
  ['pt', 'emite a fatura de maio para a Silva e Filhos', 'invoice'],
])('a task in another language is searched for in English words (%s)', (language, text, word) => {
  expect(searchableText(text, language, [])).toContain(word)
})

test.each([
  ['fr', "ouvre un ticket pour le bug d'affichage", /flights|hotels/, 'ticket'],
  ['nl', 'maak een ticket aan voor de kapotte printer', /flights|hotels/, 'ticket'],
  ['fr', 'liste les commandes en attente', /book|reserve/, 'order'],
  ['pl', 'anuluj spotkanie w piątek', /book|reserve/, 'meeting'],
  ['es', 'borra el archivo viejo.mp3', /audio/, 'filesystem'],
  ['fr', 'supprime le fichier rapport.docx', /word/, 'filesystem'],
])('a word that is known is not guessed at (%s): %s', (language, text, guess, known) => {
  expect(searchableText(text, language, [])).not.toMatch(guess)
  expect(searchableText(text, language, [])).toContain(known)
})

test('English is searched for as it stands', () => {
  expect(searchableText('print the boarding pass for Lyon', 'en', [])).toBe('print the boarding pass for Lyon')
})

test.each([
  ['post in #release that the build is out', 'channel'],
  ['who speaks in interview-4.m4a', 'audio'],
  ['10.1038/s41586-020-2649-2 who cites it', 'paper'],
  ['where is 1Z999AA10123456784', 'parcel'],
  ['what do people on r/selfhosted say about backups', 'reddit'],
  ['delete all .mp4 files in ~/Downloads', 'filesystem'],
  ['find what fills the disk of my laptop', 'filesystem'],
  ["where's budget_final.xlsx", 'filesystem'],
  ['run npm test and show what fails', 'shell command'],
  ['run npm test and post the results to the channel', 'shell command'],
  ['what time is it in Hong Kong', 'timezone'],
  ['push my 2pm to Monday', 'calendar'],
  ['how long is the drive to Lyon', 'route'],
  ['add a lint script to package.json', 'filesystem'],
  ['what is the average age in survey.csv', 'csv file'],
])('what is known by how it is written is searched for by its name: %s', (text, word) => {
  expect(searchableText(text, 'en', [])).toContain(word)
})

test.each([
  ['is BA284 on time?', 'flight'],
  ['has LH 431 landed', 'flight'],
  ['Text +44 7700 900123 that the table is ready', 'sms'],
  ['ring +1 (415) 555-0132 and read it out', 'phone call'],
  ['what does 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 hold', 'wallet'],
  ['how did $NVDA do today', 'stock'],
  ['abstract of PMID 31452104', 'pubmed'],
  ['move PAY-1423 to done', 'issue'],
  ['is moorhenpottery.com still free', 'domain'],
  ['2310.06825 main result', 'arxiv'],
  ['mark order #4821 as fulfilled', 'ecommerce'],
  ["SELECT count(*) FROM orders WHERE status = 'open'", 'database'],
])('a number or code is searched for by what it belongs to: %s', (text, word) => {
  expect(`${searchableText(text, 'en', [])} `).toContain(` ${word} `)
})

test.each([
  'is flight BA284 on time?',
  'our BA284 part is out of stock',
  'how do I move on after COVID-19',
  'close 1423.50 to 1500',
  'a select group from Kent',
  'pay $40 to Lena',
  'read example.org and shorten it',
  'is node.js free',
  'add it to $PATH and $HOME',
  'rename price_premiumannualplan to price_gold',
  'what zip the customer wrote',
  'add these cards to my deck',
  'stain the wooden deck',
  'get the text the customer sent',
  'scan the repository for secrets',
])('what is told in words, or only looks like such a code, adds none: %s', (text) => {
  expect(searchableText(text, 'en', [])).toBe(text)
})

test('a name is left out where it stands, not where its letters do', () => {
  const text = 'list the metadata fields, but leave out Meta'.toLowerCase()
  const start = text.lastIndexOf('meta')
  const meta: ProductMention = { ...spokenOf('meta', text), start, end: start + 4, role: 'ruled_out' }
  expect(searchableText(text, 'en', [meta])).toBe('list the metadata fields, but leave out  ')
  expect(searchableText(text.slice(5), 'en', [meta])).toBe('the metadata fields, but leave out  ')
})

test.each([
  ['zip the reports', 'shell'],
  ['go through the folder and zip all of it', 'shell'],
  ['how is $TSLA doing', 'stock'],
  ['what happened to price_1NQk5LLkdIwHu7ix', 'stripe'],
  ['what does the latest 10-Q say of supply', 'edgar'],
  ['put the chart into the Monday deck', 'slides'],
  ['check the weather and text my dad when we land', 'sms'],
  ['enter the amounts of the receipt photos', 'ocr'],
  ['Wat staat er in scan.pdf', 'ocr'],
  ['what does the handwritten page say', 'ocr'],
])('%s is searched for with %s', (text, word) => {
  expect(searchableText(text, 'en', [])).toContain(word)
})

test('a name that begins with a letter of its own language is one', () => {
  expect(searchableText('proszę wyślij do Łukasza wiadomość', 'pl', [])).toContain('Łukasza')
})

test('a number tells nothing more where a product to work in is told', () => {
  const text = 'WhatsApp +44 7700 900123 that we are late'
  expect(searchableText(text, 'en', [{ ...spokenOf('WhatsApp', text), role: 'place' }])).toBe(text)
})

test('what a command line works on is not searched for, unless its program belongs to a product', () => {
  expect(searchableText('cat package.json | grep slack', 'en', [])).not.toMatch(/package|slack/)
  expect(searchableText('run npm test on the web server', 'en', [])).toContain('on the web server')
  expect(searchableText('cd ./infra && helm list -A', 'en', [])).toBe('helm list -A')
})

test('the kind of a file counts where it is worked on, not where it is moved about', () => {
  expect(searchableText('add a column to report.xlsx', 'en', [])).toContain('excel workbook')
  expect(searchableText('please move report.xlsx to the archive', 'en', [])).not.toContain('excel workbook')
})

test.each([
  'can you delete old.mp3 and rename new.mp3',
  'email budget.xlsx to the accountant',
  'attach minutes.docx to the mail for Lena',
  'upload intro.mp4 to our channel',
  'I need to rename a bunch of .docx files',
])('what a file holds does not matter where it is moved or handed on: %s', (text) => {
  expect(searchableText(text, 'en', [])).not.toMatch(/audio|excel|xlsx|word|docx|video|mp[34]/)
})

test.each([
  ['delete the empty rows from sales.xlsx', 'excel workbook'],
  ['list the speakers in panel.m4a', 'audio'],
  ['send me the totals of column B in sales.xlsx', 'excel workbook'],
])('it matters where something inside it is: %s', (text, words) => {
  expect(searchableText(text, 'en', [])).toContain(words)
})

test.each(['list the subdomains of example.org', 'take a screenshot of https://example.com/notes.txt', 'commit settings.toml to the repo'])(
  'no file of this machine is meant: %s',
  (text) => {
    expect(searchableText(text, 'en', [])).toBe(text)
  },
)

test('the kind of a file says nothing more where a product to work in is told', () => {
  const text = 'import contacts.xlsx into HubSpot'
  const place: ProductMention = { ...spokenOf('HubSpot', text), role: 'place' }
  expect(searchableText(text, 'en', [place])).toBe(text)
})

test.each([
  'set my 6:30 alarm',
  'pay my 12:30 parking fine',
  'how long does a hard drive last',
  'run the unit tests in CI again',
  'run the tests against the checkout API',
])('what only looks like a mark adds no words: %s', (text) => {
  expect(searchableText(text, 'en', [])).toBe(text)
})

test('a name that is written apart is searched for as its maker writes it', () => {
  const text = 'restart the git lab pipeline of payments-core'
  expect(searchableText(text, 'en', [{ ...spokenOf('git lab', text), name: 'GitLab', role: 'place' }])).toBe(`${text} GitLab`)
  const weather = 'ask a weather api for the forecast of Oslo'
  const bare: ProductMention = { ...spokenOf('weather api', weather), name: 'WeatherApi', role: 'place', vouched: false }
  expect(searchableText(weather, 'en', [bare])).toBe(weather)
})

test('a mail address is no word to search with', () => {
  expect(searchableText('mail the minutes to noor.haddad@acme.example, please', 'en', [])).toBe('mail the minutes to  , please')
  expect(searchableText('follow @acme on Mastodon', 'en', [])).toContain('@acme')
})

test('a slug of the catalog is no word to search with', () => {
  expect(searchableText('check the weather with stripe-mcp and mcp-server-time', 'en', [])).toBe('check the weather with   and  ')
  expect(searchableText('the well-known mcp protocol', 'en', [])).toBe('the well-known mcp protocol')
})

test('a repository is worked on at its host, whatever it is called', () => {
  const query = searchableText('how many open issues does grafana/grafana have', 'en', [])
  expect(query).toContain('github')
  expect(query).not.toContain('grafana')
  expect(searchableText('which releases has flask/flask', 'en', [])).toContain('github')
  expect(searchableText('fix the issue in src/scheduler.go', 'en', [])).toContain('src/scheduler.go')
  expect(searchableText('he/she reads the input/output of the pump', 'en', [])).not.toContain('github')
})

test.each([
  'show unresolved HR/payroll issues',
  'which branch/location has the most sales',
  'post the new movie/series releases of this week',
  'raise the issues with heating/cooling',
])('two plain words are no repository: %s', (text) => {
  expect(searchableText(text, 'en', [])).toBe(text)
})

test.each([
  'search the web for vector databases',
  'research online which vector databases there are',
  'find three recent articles comparing vector databases',
  'google the top vector databases of this year',
])('what is sought on the web does not tell by what: %s', (text) => {
  expect(searchableText(text, 'en', [])).toBe('search the web')
})

test.each([
  'find scholarly articles on CRISPR',
  'find help articles about refunds',
  'list the blog posts about our launch',
  'find articles on dev.to about React',
  'get the articles of incorporation of Monzo',
  'compare conversion on web and mobile',
  'find the form on the web portal',
])('what is kept somewhere of its own is not sought on the web: %s', (text) => {
  expect(searchableText(text, 'en', [])).toBe(text)
})

test('a step after a search of the web is left as it is', () => {
  expect(searchableText('look on the web for cheap flights and add them to the sheet', 'en', [])).toBe(
    'search the web and add them to the sheet',
  )
})

const spokenOf = (surface: string, text: string): ProductMention => {
  const start = text.indexOf(surface)
  return {
    name: surface,
    slugs: [surface],
    vouched: true,
    surface,
    start,
    end: start + surface.length,
    role: 'topic',
    topicShare: 1,
    certainty: 1,
  }
}

test('a question about a product that is only spoken of goes to the web, unless another system knows', () => {
  const price = 'how much does Datadog charge per host today'
  expect(searchableText(price, 'en', [spokenOf('Datadog', price)])).toBe('search the web')
  const news = 'any news about Datadog this week?'
  expect(searchableText(news, 'en', [spokenOf('Datadog', news)])).toContain('news')
})

test('a question that only the product itself can answer is not one for the web', () => {
  const failing = 'why is the Vercel deployment failing?'
  expect(searchableText(failing, 'en', [spokenOf('Vercel', failing)], () => -5)).toBe(failing)
  const price = 'is Spotify getting more expensive in the US?'
  expect(searchableText(price, 'en', [spokenOf('Spotify', price)], () => 5)).toBe('search the web')
})

test('what a place is near to is no work', () => {
  expect(searchableText('coffee shops near my hotel in Vienna', 'en', [])).not.toContain('hotel')
  expect(searchableText('how far is our hotel from the beach', 'en', [])).not.toContain('hotel')
})
