import { wordSet } from '../../../retrieval/word-list.ts'
import { isInstructionVerb } from '../words/action-verbs.ts'
import { tokenise } from '../words/tokens.ts'

/** What is asked about a company whose shares are traded, and about nothing else. */
const figures = [
  '(?:share|stock) (?:prices?|quotes?|splits?|symbol|ticker|buybacks?)',
  'market cap(?:itali[sz]ation)?',
  'p/?e ratio',
  'price[- ]to[- ](?:earnings|sales|book)(?: ratio)?',
  'earnings per share',
  'dividend (?:yields?|history)',
  '(?:10-[kq]|8-k)s?(?: filings?)?',
  'ticker symbol',
].join('|')
/** An earnings call is also held on Zoom, a stock chart drawn in Excel, and an EPS logo lies in Figma. */
const looseFigures = '(?:share|stock) (?:charts?|performance)|earnings(?: calls?| reports?| dates?)?|eps|dividends?|ticker'
/** A Shopify stock that is counted is one of goods; one that is doing well is not. */
const moving = String.raw`(?:stocks?|shares) (?:doing|do|perform(?:s|ed|ing)?|go(?:ing)?|went|f[ae]ll(?:s|ing|en)?|drop\w*|ris(?:e|es|en|ing)|rose|trad(?:e|ing)|closed?)`
const trading = '(?:(?:is|are|was) )?trading (?:at|above|below|near|around)'
const when = "(?:current|latest|last|live|real-time|quarterly|annual|today['’]s|most recent|forward|trailing|next|q[1-4])"

const name = String.raw`[\p{L}\p{N}][\p{L}\p{N}.&-]*`
const names = String.raw`((?:${name}, ){0,4}(?:${name} (?:and|or|vs\.?|versus) )?${name})`
const ending = (joint: string) => new RegExp(`${names}${joint}$`, 'diu')
const beginning = (joint: string) => new RegExp(`^${joint}${names}`, 'diu')
const inWords = (told: string) => new RegExp(String.raw`\b(?:${told})\b`, 'giu')
const afterFigure = beginning(' (?:of|for) (?:the (?:company|firm) )?')

/** What is told loosely counts only where somebody wants to know it. */
type Asked = { told: RegExp; before?: RegExp; after?: RegExp; isLoose?: true }

const waysToAsk: Asked[] = [
  { told: inWords(figures), before: ending(`(?:['’]s?)? (?:${when} ){0,2}`), after: afterFigure },
  { told: inWords(looseFigures), before: ending(`(?:['’]s?)? (?:${when} ){0,2}`), after: afterFigure, isLoose: true },
  { told: inWords(moving), before: ending("(?:['’]s?)? "), isLoose: true },
  { told: inWords(trading), before: ending(' ') },
  { told: inWords('(?:buy|sell|bought|sold|own|hold|price of|value of) (?:\\d+ |a |one |some |more )?shares? of'), after: beginning(' ') },
  { told: inWords('shares of'), after: beginning(' '), isLoose: true },
  { told: inWords('aktienkurs|börsenkurs|kurs der aktien?|marktkapitalisierung'), after: beginning(' (?:von|der) ') },
  { told: inWords('aktien?'), before: ending('[ -]') },
  { told: inWords("(?:cours|prix|valeur) (?:de l['’]action|des actions|en bourse)"), after: beginning(" (?:de |d['’])?") },
  { told: inWords('(?:precio|cotización|valor) de (?:la acción|las acciones)'), after: beginning(' de ') },
  { told: inWords("(?:prezzo|quotazione|valore) (?:delle azioni|dell['’]azione)"), after: beginning(' (?:di )?') },
  { told: inWords('(?:preço|cotação|valor) d(?:a ação|as ações)'), after: beginning(' d[aeo] ') },
  { told: /股价|股票价格|市值|株価|주가/gu, before: /([\p{L}\p{N}.&-]+?)[的の]? ?$/diu },
]

/** Few texts have any of these, and only those are looked at more closely. */
const clues = new RegExp(waysToAsk.map(({ told }) => told.source).join('|'), 'iu')

/** So far from what is asked its company is looked for. */
const reach = 100

const lookingUp = wordSet(
  'find search fetch get check look lookup show give tell compare list plot chart graph track monitor retrieve pull query research',
)
const ofOnesOwn = /\b(?:my|mine|our|ours|we)\b/iu
/** What is kept in store, rather than on the market. */
const ofGoods = /\b(?:skus?|inventor(?:y|ies)|warehouses?|variants?|products?|items?|units|re-?(?:order|stock)\w*)\b/iu
/** Nothing else is named by it, as in "EPS logo" or "dividends column". */
const endsThere =
  /^\s*(?:$|[^\s\p{L}\p{N}]|(?:of|for|and|or|vs|versus|compared|today|yesterday|tomorrow|now|right now|currently|this|last|next|over|since|from|after|before|during|in|on|at|above|below|under|by|to|up|down|well|badly|history|forecast|transcript|worth|trading|doing)\b)/iu

const courtesies =
  /^(?:\s*(?:please|can you|could you|would you|i (?:want|need|would like|['’]d like)(?: you)? to|i['’]d like to|let['’]s)[\s,]+)*/iu

/** Somebody asks, or names what he wants to see, or orders to look it up: "record the Zoom earnings call" does neither. */
function isLookedUp(text: string): boolean {
  const first = tokenise(text.replace(courtesies, ''))[0]?.norm ?? ''
  return !isInstructionVerb(first) || lookingUp.has(first)
}

/** Where a text names companies to ask what their shares are worth, as pairs of where the names begin and end. */
export function listedCompanies(text: string): (readonly [number, number])[] {
  if (!clues.test(text)) return []
  const isLooselyMeant = !ofOnesOwn.test(text) && !ofGoods.test(text)
  return waysToAsk.flatMap(({ told, before, after, isLoose }) =>
    [...text.matchAll(told)].flatMap(({ 0: asked, index }) => {
      const from = Math.max(0, index - reach)
      const end = index + asked.length
      const left = before?.exec(text.slice(from, index))
      const right = after?.exec(text.slice(end, end + reach))
      const isMeant = (found: string | undefined, rest: string) =>
        found !== undefined && (!isLoose || (isLooselyMeant && endsThere.test(rest) && (owner.test(found) || isLookedUp(text))))
      return [
        ...(isMeant(left?.[0], text.slice(end)) ? placeOf(left, from) : []),
        ...(isMeant(right?.[0], text.slice(end + (right?.[0].length ?? 0))) ? placeOf(right, end) : []),
      ]
    }),
  )
}

/** "Zoom's earnings call" is that of the company, whatever is to be done with it. */
const owner = /['’]s /u

function placeOf(found: RegExpExecArray | null | undefined, offset: number): (readonly [number, number])[] {
  const [from, to] = found?.indices?.[1] ?? []
  return from === undefined || to === undefined ? [] : [[offset + from, offset + to]]
}
