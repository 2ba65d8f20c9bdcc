import { expect, test } from 'vitest'
import { guessLanguage } from './language.ts'

test.each([
  ['why do neon signs glow red', 'en'],
  ['where did I park', 'en'],
  ['fetch candidate 88121 -> enrich w/ company data -> append row', 'en'],
  ['Solve the system: 2x + y = 11, x - 3y = -5', 'en'],
  ['excel formula: last non-empty cell in row 7', 'en'],
  ['newsletter tuesday 8am', 'en'],
  ['', 'en'],
  ['Die offenen Tickets als Seite in unserem Notion, nach Priorität sortiert', 'de'],
  ['Wer hat gestern gewonnen?', 'de'],
  ['quels clients n’ont rien commandé chez nous depuis mars', 'fr'],
  ['¿Cómo funciona un motor eléctrico?', 'es'],
  ['Por que o mar é salgado?', 'pt'],
  ['Come si collega una stampante al wifi senza schermo?', 'it'],
  ['Zet de afspraak op vrijdag en stuur mij de tijd', 'nl'],
  ['Zarezerwuj hotel w Krakowie na weekend', 'pl'],
  ['Takvimimde yarınki toplantıyı bul', 'tr'],
  ['Hämta listan från kontoret och skicka ut den', 'sv'],
  ['tolong ingatkan saya besok pagi', 'id'],
  ['Regnet es morgen in Kiel?', 'de'],
  ['Va-t-il pleuvoir samedi à Annecy ?', 'fr'],
  ['Piove domani a Torino?', 'it'],
  ['book a table', 'en'],
  ['Kolik mám zítra schůzek a kdy je první?', 'cs'],
  ['Mitä minun kalenterissani on huomenna?', 'fi'],
  ['Mikor lesz holnap az első megbeszélés?', 'hu'],
  ['Ce întâlniri am mâine și unde sunt?', 'ro'],
  ['Hvad står der i min kalender i morgen?', 'da'],
  ['Tìm giúp mình chuyến bay rẻ nhất', 'vi'],
  ['quem marcou horário comigo no calendly essa semana?', 'pt'],
  ['明日の天気を教えて', 'ja'],
  ['写一首关于秋天的诗', 'zh'],
])('the language of %j is %s', (text, code) => {
  expect(guessLanguage(text)).toBe(code)
})
