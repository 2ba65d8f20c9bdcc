import { wordList, wordSet } from '../../retrieval/word-list.ts'
import { tokenise } from './words/tokens.ts'

const oneOf = (text: string) => `(?:${wordList(text).join('|')})`

/** Work that is done on a text, on code or on a question itself. */
const work =
  wordSet(`summarize summarise condense shorten simplify translate rewrite rephrase paraphrase reword proofread polish improve expand explain
    interpret critique analyze analyse assess evaluate review classify categorize categorise label extract identify count compare rank sort
    format reformat turn tag detect rate grade debug fix refactor optimize optimise convert parse validate comment document port solve reverse`)
/** What verbs that mean little by themselves make of a text. */
const made = oneOf(`summary abstract outline feedback tests? cases docstrings? documentation comments? bugs? errors? mistakes? typos?
  grammar spelling reply response headline title points takeaways`)
const makingVerbs = oneOf('write draft generate create give find add list spot suggest check')
const making = new RegExp(`^${makingVerbs} (?:\\S+ ){0,3}${made} (?:of|for|on|in|to) `)

const things = oneOf(`texts? articles? documents? paragraphs? essays? e-?mails? letters? contracts? agreements? reports? papers? notes
  conversations? dialogues? transcripts? posts? story stories poems? reviews? comments? sentences? passages? abstracts? chapters? speech
  statements? quotes? headlines? tweets? messages? proposals? resume cv prompts? lyrics pseudocode code functions? methods? scripts? snippets? programs? algorithms?
  query queries sql json csv yaml xml html regex errors? exceptions? traceback trace line bugs? equations? expressions? problems? puzzles?
  riddles? questions? strings? words? phrases? lists? options numbers?`)
const any = oneOf('text article document paragraph essay letter contract report paper poem story')
const own = oneOf('text paragraph essay letter poem story sentence code function resume cv')
const told = oneOf('text article essay paragraph passage story poem string word sentence phrase equation expression numbers?')
const between = '(?:\\S+ ){0,3}?'
const pointers = [
  `(?:this|these|the (?:following|given)) ${between}${things}(?: ${things})*`,
  `an? ${between}${any}`,
  `my ${between}${own}`,
  `the ${told}`,
  'text',
  'code',
]
const pointed = new RegExp(`(?:^|\\s)(?:${pointers.join('|')})(?=\\s|$)`)
const thing = new RegExp(`^${things}$`)

const languages = oneOf(`english french german spanish italian portuguese dutch polish russian ukrainian chinese mandarin japanese korean
  arabic hindi turkish swedish danish norwegian finnish czech greek hebrew latin`)
const forms = oneOf(`json csv yaml xml html markdown sql toml python javascript typescript java go rust kotlin swift ruby php c c#
  c\\+\\+ scala bash lowercase uppercase prose verse`)
const measures = oneOf('one two three four five six seven ten \\d+ an? plain simple formal bullet clear under fewer')
const readers = oneOf('me an? kids children beginners grammar clarity errors typos mistakes readability performance')
const orders = oneOf('topic category urgency priority importance sentiment length size name date')
const manners = [
  'please|again|step by step',
  `(?:(?:in)?to|in|as) (?:\\S+ )?(?:${languages}|${forms})`,
  `(?:into|in|to|as) ${measures}(?: \\S+){0,4}`,
  'as \\S+(?: \\S+)? or \\S+',
  `for ${readers}(?: \\S+){0,3}`,
  `by ${orders}`,
  `with ${oneOf('topics tags labels keywords headings emojis examples')}`,
]
/** Nothing but how the result is to look. */
const manner = new RegExp(`^(?: (?:${manners.join('|')}))*$`)

const elsewhere = oneOf(`pdfs? files? folders? websites? web online urls? links? repo repository inbox mailbox database spreadsheets? slides
  video audio images? photos? pictures? screenshots? recording podcast attached attachment aloud voice voiceover mp3 mp4 wav song pull
  tasks? todos? tickets? issues? events? calendar reminders? forms? surveys? presentations? decks? diagrams? charts? graphs?
  latest today current week month quarter year morning yesterday`)
const outside = new RegExp(`https?:|www\\.|[@/\\\\]|\\.\\w{2,4}(?:\\s|$)|\\b${elsewhere}\\b|\\w['’]s\\s`, 'i')
const severalSentences = /[.!?:;\n]\s*\S/
const polite = /^(?:(?:please|can you|could you|would you|help me(?: to)?|i (?:need|want)(?: you)? to|you should)\s+)+/
const proof = /^(?:dis)?prove (?:that|(?!my |our )(?:\S+ ){1,5}(?:hypothesis|theorem|conjecture|lemma|identity|inequality)$)/
const longest = { characters: 140, words: 14 }

/**
 * Whether a short task is work on something that it only points at ("Summarise this article", "Debug this code"): the asker has it at
 * hand and will paste it, and no tool would know what to fetch. `names` are the products that the text seems to name, of which
 * some ("tweet", "SQL") are such things themselves.
 */
export function isAtHand(text: string, names: readonly string[]): boolean {
  if (text.length > longest.characters || severalSentences.test(text.trim())) return false
  if (!names.every((name) => thing.test(name.toLowerCase()))) return false
  const tokens = tokenise(text).map(({ norm }) => norm)
  if (tokens.length > longest.words) return false
  const asked = tokens.join(' ').replace(polite, '')
  return proof.test(asked) || (!outside.test(text) && asked.split(/ and (?:then )?/).every(isWorkAtHand))
}

function isWorkAtHand(clause: string, at: number): boolean {
  const [verb = ''] = clause.split(' ', 1)
  if (!work.has(verb) && !making.test(clause)) return false
  const found = pointed.exec(clause)
  if (!found) return at > 0 && work.has(verb)
  return manner.test(clause.slice(found.index + found[0].length))
}
