/** What is asked about a company whose shares are traded. */
const figures = [
  '(?:share|stock) (?:prices?|quotes?|charts?|performance|splits?|symbol|ticker|buybacks?)',
  'market cap(?:itali[sz]ation)?',
  'p/?e ratio',
  'price[- ]to[- ](?:earnings|sales|book)(?: ratio)?',
  'earnings (?:per share|calls?|reports?|dates?)',
  'eps',
  'dividends?(?: yields?| history)?',
  '(?:10-[kq]|8-k)s?(?: filings?)?',
  'ticker(?: symbol)?',
].join('|')
/** A Shopify stock that is counted is one of goods; one that is doing well is not. */
const moving = String.raw`(?:stocks?|shares) (?:doing|do|perform(?:s|ed|ing)?|go(?:ing)?|went|f[ae]ll(?:ing|en)?|drop\w*|ris(?:e|en|ing)|rose|trad(?:e|ing)|closed?)`
const trading = '(?:(?:is|are|was) )?trading (?:at|above|below|near|around)'
const when = "(?:current|latest|last|live|real-time|quarterly|annual|today['’]s|most recent|forward|trailing|q[1-4])"

const name = String.raw`[\p{L}\p{N}][\p{L}\p{N}.&-]*`
const names = String.raw`((?:${name}, ){0,4}(?:${name} (?:and|or|vs\.?|versus) )?${name})`
const ending = (joint: string) => new RegExp(`${names}${joint}$`, 'diu')
const beginning = (joint: string) => new RegExp(`^${joint}${names}`, 'diu')
const inWords = (told: string) => new RegExp(String.raw`\b(?:${told})\b`, 'giu')

type Asked = { told: RegExp; before?: RegExp; after?: RegExp }

const waysToAsk: Asked[] = [
  { told: inWords(figures), before: ending(`(?:['’]s?)? (?:${when} ){0,2}`), after: beginning(' (?:of|for) (?:the (?:company|firm) )?') },
  { told: inWords(`${moving}|${trading}`), before: ending("(?:['’]s?)? ") },
  { told: inWords('shares of'), after: beginning(' ') },
  { told: inWords('aktienkurs|börsenkurs|kurs der aktien?|marktkapitalisierung'), after: beginning(' (?:von|der) ') },
  { told: inWords('aktien?'), before: ending('[ -]') },
  { told: inWords("(?:cours|prix|valeur) (?:de l['’]action|des actions|en bourse)"), after: beginning(" (?:de |d['’])?") },
  { told: inWords('(?:precio|cotización|valor) de (?:la acción|las acciones)'), after: beginning(' de ') },
  { told: inWords("(?:prezzo|quotazione|valore) (?:delle azioni|dell['’]azione)"), after: beginning(' (?:di )?') },
  { told: inWords('(?:preço|cotação|valor) d(?:a ação|as ações)'), after: beginning(' d[aeo] ') },
  { told: /股价|股票价格|市值|株価|주가/gu, before: /([\p{L}\p{N}.&-]+?)[的の]? ?$/diu },
]

/** Few texts have any of these, and only those are looked at more closely. */
const clues =
  /stock|share|market cap|p\/?e ratio|price.to|earnings|\beps\b|dividend|10-[kq]|8-k|ticker|trading|aktie|börsenkurs|kapitalisierung|action|bourse|acci[oó]n|azion|aç[ãõ]|股|市值|株価|주가/iu

/** So far from what is asked its company is looked for. */
const reach = 100

/** Where a text names companies to ask what their shares are worth, as pairs of where the names begin and end. */
export function listedCompanies(text: string): (readonly [number, number])[] {
  if (!clues.test(text)) return []
  return waysToAsk.flatMap(({ told, before, after }) =>
    [...text.matchAll(told)].flatMap(({ 0: asked, index }) => {
      const from = Math.max(0, index - reach)
      const end = index + asked.length
      const [left, right] = [before?.exec(text.slice(from, index)), after?.exec(text.slice(end, end + reach))]
      return [...placeOf(left, from), ...placeOf(right, end)]
    }),
  )
}

function placeOf(found: RegExpExecArray | null | undefined, offset: number): (readonly [number, number])[] {
  const [from, to] = found?.indices?.[1] ?? []
  return from === undefined || to === undefined ? [] : [[offset + from, offset + to]]
}
