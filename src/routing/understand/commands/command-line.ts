import { wordSet } from '../../../retrieval/word-list.ts'
import { isInstructionVerb } from '../words/action-verbs.ts'
import { isBelievable, isShaped } from './shape.ts'
import { type ShellToken, shellTokens } from './shell-words.ts'
import { isFilter, type SimpleCommand, simpleCommands } from './simple-commands.ts'

/** A command line, or an order to run one, at the beginning of a task. */
export type CommandLine = {
  /** Where the program stands, if one that belongs to a product does all the work. */
  productAt: number | null
  /** Where the words around the command begin: "in the api folder". */
  end: number
}

/** A longer text is a script or a paste, and something else is to be done with it. */
const longest = 1400

const runVerbs = wordSet(
  'run rerun re-run execute invoke $ ejecuta ejecutar exécute lance esegui führe starte voer uruchom запусти выполни 运行 执行',
)
const requestWords = wordSet(
  `please pls kindly can could would you just now then and hey i we need want to the this these following shell terminal console
  command commands in my a for me`,
)
const politeEnds = wordSet('please pls now again thanks here aus uit')
/** What is said of where and how a command runs. */
const circumstances = wordSet('in on inside within from under for at with using against')
const joints = wordSet('and then')
/** What comes after these is done beyond the command. */
const conditions = wordSet('if when once unless')
/** What a model does itself with what a command says. */
const ownVerbs = wordSet(
  'tell show give let report return print paste list explain describe summarise summarize check see say count note look compare',
)

/** The command line that a text is or asks to run; null for everything else, questions about commands among it. */
export function commandLineIn(text: string, line = leadingCommand(text)): CommandLine | null {
  return line && isAside(text.slice(line.end)) ? line : null
}

/** The command line that a text begins with, whatever else is asked for after it. */
export function leadingCommand(text: string): CommandLine | null {
  if (text.length > longest) return null
  return text.includes('`') ? quotedCommand(text) : plainCommand(text, { offset: 0, isAsked: false })
}

/** "Run `npm test`", or the same with a block of lines. */
function quotedCommand(text: string): CommandLine | null {
  const open = text.indexOf('`')
  const fence = text.startsWith('```', open) ? '```' : '`'
  const close = text.indexOf(fence, open + fence.length)
  const before = wordsOf(text.slice(0, open))
  if (close < 0 || !before.every((word) => runVerbs.has(word) || requestWords.has(word))) return null
  const block = text.slice(open + fence.length, close)
  const language = fence === '```' ? (/^[a-z]*\n/.exec(block)?.[0].length ?? 0) : 0
  const isAsked = before.some((word) => runVerbs.has(word))
  const found = plainCommand(block.slice(language), { offset: open + fence.length + language, isAsked })
  return found?.end === close ? { ...found, end: close + fence.length } : null
}

const bare = (word: string) => word.toLowerCase().replace(/[:,.?!]+$/, '')
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean).map(bare)

/** A command line without quotation marks; `offset` is where it begins in the task. */
function plainCommand(text: string, how: { offset: number; isAsked: boolean }): CommandLine | null {
  const tokens = shellTokens(text)
  if (!tokens) return null
  const request = requestBefore(tokens)
  const isAsked = how.isAsked || tokens.slice(0, request).some((token) => runVerbs.has(bare(token.text)))
  const rest = tokens.slice(request)
  const until = asideFrom(rest)
  const end = rest[until]?.start ?? text.length
  const hasAside = until < rest.length
  const commands = withoutFolderChanges(simpleCommands(withoutStop(rest.slice(0, until))) ?? [])
  if (commands.length === 0) return null
  if (hasAside && !isAsked && !commands.every(isShaped)) return null
  if (!commands.every((command) => isBelievable(command, { isAsked, hasAside }))) return null
  const product = productProgram(commands)
  return { productAt: product ? product.start + how.offset : null, end: end + how.offset }
}

/** Where other commands follow, a step into a folder is only how one gets there. */
function withoutFolderChanges(commands: readonly SimpleCommand[]): readonly SimpleCommand[] {
  const others = commands.filter(({ name, args }) => name !== 'cd' || args.length !== 1)
  return others.length > 0 ? others : commands
}

/** The program of a product that does all the work; others only filter its output. */
function productProgram(commands: readonly SimpleCommand[]): SimpleCommand | undefined {
  const [first, ...others] = commands.filter((command) => !isFilter(command))
  return first?.program?.isOfProduct && others.every(({ name }) => name === first.name) ? first : undefined
}

/** How many tokens only ask for what follows: "please run this command:". */
function requestBefore(tokens: readonly ShellToken[]): number {
  const first = tokens.findIndex(({ kind, text }) => kind === 'word' && !runVerbs.has(bare(text)) && !requestWords.has(bare(text)))
  return first < 0 ? tokens.length : first
}

/** A comma before another word, and not one that a flag sets between columns: "cut -d, -f2". */
const isParted = (before: string, word: string) => /^[^\s"',][^"',]*,$/.test(before) && /^\p{L}/u.test(word)

/** The first token after the command; its number where there is none. */
function asideFrom(tokens: readonly ShellToken[]): number {
  const found = tokens.findIndex(
    ({ text }, at) => at > 0 && (circumstances.has(text) || joints.has(text) || isParted(tokens[at - 1]!.text, text)),
  )
  return found < 0 ? tokens.length : found
}

/** A sentence ends with a full stop, a list with a comma; a folder of one or two dots stays. */
function withoutStop(tokens: readonly ShellToken[]): readonly ShellToken[] {
  const last = tokens.at(-1)
  return last && /[\w)][.,!?]$/.test(last.text) ? [...tokens.slice(0, -1), { ...last, text: last.text.slice(0, -1) }] : tokens
}

/** Whether it only says where the command runs or what to report of it, and asks for no further work. */
function isAside(text: string): boolean {
  const said = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (said.length === 0) return true
  const orders = said.filter((_, at) => at === 0 || joints.has(bare(said[at - 1]!)) || said[at - 1]!.endsWith(','))
  const [first = ''] = said
  const opens = circumstances.has(bare(first)) || joints.has(bare(first)) || ownVerbs.has(bare(first)) || politeEnds.has(bare(first))
  return opens && orders.every((word) => !conditions.has(bare(word)) && (!isInstructionVerb(bare(word)) || ownVerbs.has(bare(word))))
}
