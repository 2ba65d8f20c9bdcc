import { describe, expect, test } from 'vitest'
import elsewhere from '../../../../data/names-in-other-languages.json' with { type: 'json' }
import { readSeed } from '../../../adapters/seed.ts'
import { lazySenses } from '../../../adapters/weights.ts'
import { normalise, tokenise } from '../words/tokens.ts'
import { buildLexicon } from './lexicon.ts'
import { findProducts } from './products.ts'

const { skills } = readSeed()
const lexicon = buildLexicon(skills, lazySenses())
const slugsIn = (text: string) => findProducts(text, tokenise(text), lexicon).flatMap(({ slugs }) => slugs)
const surfacesIn = (text: string) => findProducts(text, tokenise(text), lexicon).map(({ surface }) => surface)

describe('a name is known in running text of other languages', () => {
  test.each([
    ["Sors d'Odoo les factures échues", 'odoo-mcp'],
    ['ajoute ça à l’Airtable des prospects', 'airtable-mcp'],
    ["Elenca le attività dell'Asana del team", 'asana-mcp'],
    ["Slack'te genel kanala yaz", 'slack-mcp'],
    ["Binance'teki bakiyem ne kadar", 'binance-mcp'],
    ['Utwórz zadanie w Jirze o błędzie logowania', 'atlassian-mcp'],
    ['Napisz na Slacku do zespołu', 'slack-mcp'],
    ['Vytvoř úkol v Asaně', 'asana-mcp'],
    ['Lähetä Slackissa viesti tiimille', 'slack-mcp'],
    ['Adj hozzá egy kártyát a Trellóhoz', 'trello-mcp'],
    ['a Google Naptárból szedd ki a jövő heti meetingeket', 'google-calendar-mcp'],
    ['flytta kortet på Trellotavlan till Klart', 'trello-mcp'],
    ["gooi die foto's in de dropboxmap van de vakantie", 'dropbox-mcp'],
    ['Erstelle ein Jira-Ticket', 'atlassian-mcp'],
    ['Открой пулл-реквест на Гитхабе', 'github-mcp-server'],
    ['Добавь строку в Гугл Таблицу бюджет', 'google-sheets-mcp'],
    ['スラックの総合チャンネルに投稿して', 'slack-mcp'],
    ['Googleカレンダーの予定を見せて', 'google-calendar-mcp'],
    ['노션에서 회의록 찾아줘', 'notion-mcp-server'],
    ['구글 시트에 행을 추가해줘', 'google-sheets-mcp'],
    ['在飞书发消息给团队', 'lark-mcp'],
    ['أرسل رسالة في سلاك إلى الفريق', 'slack-mcp'],
    ['צור כרטיס בטרלו', 'trello-mcp'],
    ['מה הפגישות שלי מחר ביומן גוגל?', 'google-calendar-mcp'],
    ['स्लैक पर टीम को संदेश भेजो', 'slack-mcp'],
  ])('%s', (text, slug) => {
    expect(slugsIn(text)).toContain(slug)
  })
})

describe('a word that only begins like a name is no name', () => {
  test.each([
    'スラックスを買いたい',
    'インスタンスを再起動して',
    'Kauf mir zwei Boxen',
    'une équation linéaire',
    'Die Signale stehen auf Rot',
    'la sperimentazione notturna',
    "don't slacken the rope",
  ])('%s', (text) => {
    expect(slugsIn(text)).toEqual([])
  })
})

test('what is found of a word is its name, without what was written before it', () => {
  expect(surfacesIn("Sors d'Odoo les factures")).toEqual(['Odoo'])
  expect(surfacesIn('צור כרטיס בטרלו')).toEqual(['טרלו'])
  expect(surfacesIn('在飞书发消息给团队')).toEqual(['飞书'])
})

test('in another language a small word is not taken for a misspelled name', () => {
  expect(slugsIn('napisz, że serwer padł')).toEqual([])
  expect(slugsIn('show me the trelo board')).toContain('trello-mcp')
})

test('every product that is named in other languages is one of the catalog, and no form belongs to two', () => {
  const known = new Set(skills.flatMap(({ canonical_name, aliases }) => [canonical_name, ...aliases].map(normalise)))
  const bare = new Set([...known].map((name) => name.replace(/\s+(?:\(.*\)|mcp(?: server)?|server)$/, '')))
  const unknown = Object.keys(elsewhere).filter((name) => !known.has(name) && !bare.has(name))
  expect(unknown).toEqual([])
  const forms = Object.values(elsewhere).flatMap((said) => said.split('|'))
  expect(forms.filter((form, at) => forms.indexOf(form) !== at)).toEqual([])
})
