import type { ProductMention } from '../types.ts'
import { conceptsAnywhere, conceptsOfWord } from '../words/concepts.ts'
import { isCapitalised, opensSentence, type Token } from '../words/tokens.ts'

const textPatterns: [string, RegExp][] = [
  ['url', /\bhttps?:\/\/|\bwww\.|\b[\w-]{1,63}\.(?:com|org|net|io|dev|gov|edu)\b/i],
  ['email', /[\w.+-]{1,64}@[\w-]{1,63}\.\w/],
  [
    'path',
    /(?:^|\s)(?:~|\.{0,2})\/[\w.-]+\/[\w./-]*|\b[\w-]{1,120}\.(?:csv|xlsx?|pdf|docx?|pptx?|png|jpe?g|mp[34]|m4a|wav|mov|svg|psd|blend|stl|shp|parquet|ipynb|db|ics|eml|mbox|zip|json|ya?ml|txt|md|log|sql|py|ts|js)\b/i,
  ],
  [
    'identifier',
    /#\d+|\b[A-Z]{2,6}-\d+\b|\b(?:id|ID|number|no\.|order|user|ticket|invoice|account|customer)\s*(?:is|=|:|#)?\s*['"]?[A-Z]*\d{2,}/,
  ],
  ['longNumber', /\b\d{5,}\b/],
  ['money', /[$€£¥₹]\s?\d|\b\d+\s?(?:dollars|euros|usd|eur|gbp|btc|eth)\b/i],
  ['clock', /\b\d{1,2}(?::\d{2})?\s?(?:am|pm)\b|\b\d{1,2}:\d{2}\b/i],
  [
    'date',
    /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}\/\d{1,2}(?:\/\d{2,4})?\b|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d{1,2}\b/i,
  ],
  ['weekday', /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:next|this|last) (?:week|month|weekend|year|quarter)\b/i],
  ['inPlace', /\b(?:in|near|around|to|from|at) (?:\p{Lu}[\p{L}'-]+)(?:,? \p{Lu}[\p{L}'-]+)?/u],
  ['coordinates', /\b-?\d{1,3}\.\d{2,},? ?-?\d{1,3}\.\d{2,}\b|\b(?:latitude|longitude)\b/i],
  ['arithmetic', /\d\s*[-+*/×÷^=]\s*\d|\bsquare root\b|\bpercent of\b|\d% of\b|[xyn]\s?[²³^]/i],
  [
    'quantities',
    /\b\d[\d,.]{0,20}\s?(?:cm|mm|m|km|kg|g|mg|l|ml|m\/s2?|km\/h|mph|n|j|w|v|a|hz|%|percent|degrees|meters?|metres?|miles?|feet|inches|seconds?|minutes|hours?|years|liters?|litres?|grams|newtons?|joules|volts?|amps?|moles?|units)(?![\w-])[\s\S]*\b\d/i,
  ],
  [
    'genericSubject',
    /\b(?:a person|an? individual|someone|somebody|anyone|people|a man|a woman|a child|children|kids|humans?|animals?|plants?|students)\b/i,
  ],
  [
    'narrative',
    /\b(?:was|were|had|said|went|took|came|made|became|moved|began|lived)\b[\s\S]*\b(?:was|were|had|said|went|took|came|made|became|moved|began|lived|his|her|their)\b/i,
  ],
  ['codeFence', /```|=>|\bdef \w+\(|\bfunction \w*\(|;\s*\n|<\/?\w+>|\{\s*\n/],
  ['quotedText', /["“'‘][^"“”'‘’]{25,}["”'’]/],
  ['colonText', /:\s*\n?\s*\S[^\n]{20,}/],
  [
    'givenText',
    /\b(?:the following|this (?:sentence|paragraph|text|passage|essay|review|article|email|word|list|statement)|given (?:a|the|that|these|below)|below|input:|text:|sentence:|passage:)\b/i,
  ],
  [
    'worksOnThis',
    /^\W*(?:(?:please|can you|could you|would you|hi|hey|now|ok)[\s,]+)*(?:\w+\s+){0,2}?(?:translate|summari[sz]e|extract|classify|categori[sz]e|tag|label|rate|score|rank|sort|rewrite|rephrase|reword|paraphrase|proofread|edit|correct|fix|debug|refactor|convert|transform|turn|format|clean|shorten|condense|simplify|expand|explain|review|check|test|optimi[sz]e|improve|port|analy[sz]e|compare|find|pull|give|list|describe|comment|document|annotate|redact|parse|read|make)\b[^.?!\n]{0,60}?\b(?:this|these|the (?:following|attached|above|pasted|given)|below|here)\b(?!\s+(?:page|site|website|url|link|repo\w*|channel|account|server|folder|week|month|year|morning|afternoon|evening|weekend|quarter|city|area))/i,
  ],
  ['multiline', /\n\s*\S/],
  ['lookupQuestion', /^(?:what(?:'s| is| are| was| were)|who(?:'s| is| are)|where|when|which|how (?:much|many|far|long|old|is))\b/i],
  ['howTo', /\bhow (?:do|does|to|can|should|would|could)\b/i],
  [
    'whatIsPlain',
    /^(?:what|who) (?:is|are|was|were) (?:the )?(?:difference|meaning|definition|purpose|concept|role|origin|history|main|a|an|some)\b/i,
  ],
  [
    'giveMeList',
    /\b(?:give|list|name|suggest|provide|generate|create|come up with|think of)\b (?:me )?(?:a few|some|two|three|four|five|six|seven|ten|\d+|an example|examples?|a list)\b/i,
  ],
  [
    'writeA',
    /\b(?:write|compose|draft|create|generate|make|design|craft|construct|produce)\b (?:me |up )?(?:a|an|the|some|two|three|\d+)\b/i,
  ],
  [
    'canYouAct',
    /\b(?:can|could|would|will) you (?:please )?(?:find|get|send|book|check|show|look|search|order|pull|fetch|add|set|turn|play|schedule|tell me the (?:current|latest|weather|price|status))\b/i,
  ],
  [
    'wantTo',
    /\b(?:i want|i need|i'd like|i would like|i'm looking|i am looking|looking for|help me find|want to (?:know|find|see|buy|book|order|watch|listen|learn))\b/i,
  ],
  [
    'aboutMine',
    /\b(?:my|our) (?:\w+ )?(?:inbox|calendar|emails?|account|database|db|repo\w*|files?|folder|drive|server|website|site|store|team|order|orders|device|phone|lights?|house|home|schedule|meetings?|tasks?|tickets?|customers?|invoices?|subscription|playlist|portfolio|balance|cluster|app|workspace|channel|project|board|crm|leads?|wallet|profile|cart|bank)\b/i,
  ],
  [
    'thisThing',
    /\b(?:this|that|the attached|the) (?:page|site|website|url|link|repo\w*|ticket|issue|pr|pull request|payment|order|invoice|file|folder|video|channel|customer|account|server|spreadsheet|table|database)\b/i,
  ],
  [
    'inCodeLanguage',
    /\b(?:in|into|using|with|idiomatic) (?:python|javascript|typescript|java|rust|go|golang|c|c\+\+|c#|ruby|kotlin|swift|php|sql|bash|haskell|scala|perl|html|css|react|regex|code|pseudocode|r|lua|elixir)(?![\w-])/i,
  ],
  ['hypothetical', /\b(?:if you were|imagine|suppose|pretend|what if|what would you|in your opinion|do you think|hypothetical)\b/i],
  ['toRouter', /\b(?:you are|act as|as an? (?:ai|expert|teacher|doctor|lawyer|coach|assistant))\b/i],
  ['parameterList', /\b\w+\s?[=:]\s?['"]?\w+['"]?,\s*\w+\s?[=:]\s?/],
  ['plainQuestion', /^(?!.*\b(?:(?:can|could|would|will) you|i need|i want|i'm looking|help me|please)\b).*\?\s*$/is],
  [
    'makesPicture',
    /\b(?:draw|paint|sketch|illustrate|generate|create|make|render|design)\b[^.?!]{0,30}\b(?:images?|pictures?|photos?|illustrations?|drawings?|paintings?|logos?|icons?|posters?|portraits?|wallpapers?|covers?|banners?|thumbnails?|artwork)\b|^(?:an? )?(?:image|picture|photo|illustration|drawing|painting|portrait) of\b/i,
  ],
  ['heading', /^[\p{L}\d][\p{L}\d .&-]{1,28}:\s/u],
  [
    'asksPrice',
    /\b(?:what does|what do|how much (?:is|are|does|do)|costs?|prices?|priced|pricing|per (?:seat|user|head)|free (?:plan|tier)|for free)\b/i,
  ],
  [
    'wantsAdvice',
    /\b(?:tips?|advice|ideas|etiquette|rule of thumb|best way|settings? (?:for|that)|which setting|any good|worth it|should (?:i|we|you)|better for|pros and cons|or (?:just|rather))\b/i,
  ],
  [
    'wantsCode',
    /\b(?:formula|regex|one-?liner|snippet|script|macro|expression)\b|^sql\b|\bsql (?:for|that|to)\b|\b(?:version|equivalent) of:?/i,
  ],
  ['asksOwn', /\b(?:did|have|has|do|does|am|are|was|were|is|can) (?:i|we|my|our|anyone|anybody)\b/i],
  ['stateOf', /\b(?:still|already|yet|so far|right now|at the moment|lately|these days|on time|stuck|red again|down)\b/i],
  ['asksYou', /\b(?:can|could|would|will) you\b/i],
]

/** Length tells how much work a task is, not whether it needs a tool; the trainer keeps it from the latter. */
const shapeCue = 'length:'
const lengthSteps = [5, 9, 16, 30, 70]
export const shapeCues = [...lengthSteps.map((_, i) => `${shapeCue}${i}`), `${shapeCue}${lengthSteps.length}`]

function lengthClass(words: number): number {
  const at = lengthSteps.findIndex((step) => words < step)
  return at < 0 ? lengthSteps.length : at
}

/** From this certainty on the models see a product in a name, and below it only the word. */
export const readAsProduct = 0.5
const wordsRead = 60
const openingWords = 4
const charactersRead = 400
const mostNames = 4

/** Grammatical and surface signs, each a name that the linear models weigh. */
export function findCues(text: string, tokens: Token[], products: ProductMention[]): string[] {
  const cues = new Set<string>()
  for (const [name, pattern] of textPatterns) if (pattern.test(text)) cues.add(name)
  tokens.slice(0, wordsRead).forEach((token, i) => {
    for (const concept of conceptsOfWord(token.norm)) {
      cues.add(`has:${concept}`)
      if (i < openingWords) cues.add(`opens:${concept}`)
    }
  })
  for (const concept of conceptsAnywhere(text.slice(0, charactersRead))) cues.add(`has:${concept}`)
  const names = tokens.filter((token) => isCapitalised(token.raw) && token.raw.length > 1 && !opensSentence(text, token.start)).length
  cues.add(`names:${Math.min(names, mostNames)}`)
  cues.add(`${shapeCue}${lengthClass(tokens.length)}`)
  for (const product of products) {
    if (product.certainty < readAsProduct || product.role === 'ruled_out') continue
    cues.add(`product:${product.role}`)
  }
  addPairs(cues)
  return [...cues]
}

const pairs: [string, string][] = [
  ['opens:explain', 'product:topic'],
  ['worksOnThis', 'product:place'],
  ['worksOnThis', 'has:outside'],
  ['worksOnThis', 'has:send'],
  ['worksOnThis', 'has:code'],
  ['howTo', 'product:topic'],
  ['howTo', 'product:place'],
  ['has:live', 'inPlace'],
  ['has:live', 'lookupQuestion'],
  ['has:find', 'inPlace'],
  ['has:send', 'has:outside'],
  ['has:mine', 'has:outside'],
  ['opens:compose', 'has:send'],
  ['opens:compose', 'has:outside'],
  ['opens:compose', 'product:place'],
  ['opens:change', 'product:place'],
  ['opens:find', 'product:place'],
  ['opens:find', 'has:advise'],
  ['writeA', 'has:code'],
  ['lookupQuestion', 'has:concept'],
  ['lookupQuestion', 'identifier'],
  ['wantTo', 'has:place'],
  ['genericSubject', 'plainQuestion'],
  ['has:compute', 'quantities'],
  ['lookupQuestion', 'quantities'],
  ['narrative', 'plainQuestion'],
  ['lookupQuestion', 'inPlace'],
  ['has:find', 'arithmetic'],
  ['heading', 'product:place'],
  ['asksPrice', 'product:place'],
  ['asksPrice', 'product:topic'],
  ['wantsAdvice', 'product:place'],
  ['wantsAdvice', 'product:topic'],
  ['wantsCode', 'product:place'],
  ['wantsCode', 'heading'],
  ['asksOwn', 'lookupQuestion'],
  ['asksOwn', 'product:place'],
  ['plainQuestion', 'product:place'],
  ['lookupQuestion', 'product:place'],
  ['stateOf', 'lookupQuestion'],
  ['stateOf', 'plainQuestion'],
]

function addPairs(cues: Set<string>): void {
  for (const [a, b] of pairs) if (cues.has(a) && cues.has(b)) cues.add(`${a}+${b}`)
}
