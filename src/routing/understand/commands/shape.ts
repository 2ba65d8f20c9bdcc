import { wordSet } from '../../../retrieval/word-list.ts'
import { isPlainWord } from '../words/plain-words.ts'
import { isFileOrAddress, isFileOrSite, isSign } from './arguments.ts'
import { type Program, programNamed } from './programs.ts'
import type { SimpleCommand } from './simple-commands.ts'

/** Words that occur in sentences and not in commands. */
const prose = wordSet(
  `the a an is are was were be been am my our your their his her its this that these those it me us you i we they he she them of to by into about
  because not no or if vs versus how why what when where who whose whom does did can could should would will than so while whether
  meaning explained explanation tutorial cheatsheet cheat basics examples example alternative alternatives syntax difference best practices
  interview questions guide beginners command commands flag flags option options usage equivalent`,
)
/** Words that describe a command that went wrong. As arguments of a search in files they are ordinary. */
const complaints = wordSet(
  `error errors warning fails failed fail failing hangs hanging crashes crashed returns throws gives says shows showing slow stuck broken works
  working keeps taking forever output`,
)
const bare = (word: string) => word.toLowerCase().replace(/[.,:;!?]+$/, '')
const isProse = (word: string) => prose.has(bare(word)) || /^\p{L}+[?!]+$/u.test(word)
const isComplaint = (word: string) => complaints.has(bare(word))

const ownScript = /^\.\/|(?:^|\/)\.?bin\/|\.sh$/
const smallWord = /^[a-z\d_./][\w./+-]*$/
/** A program that is on no list; everyday words and names in capitals also stand after the pipes that people write. */
const isProgramWord = (name: string) => smallWord.test(name) && !isPlainWord(name)
/** With more everyday words than this after the first argument, it is a sentence. */
const mostPlainWords = 2
const isSentence = (args: readonly string[], { isWord }: Program) =>
  args.filter((arg, at) => at > 0 && isPlainWord(arg)).length > (isWord ? 0 : mostPlainWords)

/** Whether its form shows that it is a command: a flag, a variable, a pipe, or a file where the program takes one. */
export function isShaped({ program, args, isSigned }: SimpleCommand): boolean {
  if (isSigned || args.some(isSign)) return true
  if (!program?.takesFiles) return false
  if (program.isWord) return isFileOrSite(args[0] ?? '') && !isSentence(args, program)
  return args.some((arg) => isFileOrAddress(arg) && (surelyFile.test(arg) || !amongWords(args, program)))
}

/** A path or a quotation; "stripe.com" and "report.pdf" also stand in sentences that begin like a command ("du kannst report.pdf ..."). */
const surelyFile = /[/\\~"'`:@]/
const mostWords = 2

function amongWords(args: readonly string[], { subcommands }: Program): boolean {
  const words = args.filter((arg) => /^\p{L}+$/u.test(arg) && !subcommands.has(arg))
  return words.length > mostWords || (!subcommands.has('*') && words.some((word) => isPlainWord(word.toLowerCase())))
}

/** How a command appears in the text: asked for by "run", and with other words around it. */
export type Standing = { isAsked: boolean; hasAside: boolean }

/** Whether it is a command, and not a sentence that begins like one. */
export function isBelievable(command: SimpleCommand, { isAsked, hasAside }: Standing): boolean {
  const { name, program, args, isLed } = command
  if (args.some(isProse)) return false
  if (!program) return ownScript.test(name) || (isLed && isProgramWord(name))
  const { isWord, isOfProduct, standsAlone, subcommands } = program
  if (!subcommands.has('*') && args.some(isComplaint)) return false
  if (isShaped(command)) return true
  if (args.length === 0) return (standsAlone && !(isWord && hasAside)) || (isAsked && !isWord && !isOfProduct)
  // What people say of a product often begins like a command: "docker network modes".
  if (isSentence(args, program) || (isOfProduct && args.length > 1)) return false
  return isFollowed(subcommands, args) || (isAsked && !isWord && !isOfProduct)
}

function isFollowed(subcommands: ReadonlySet<string>, args: readonly string[]): boolean {
  if (subcommands.has('*') || subcommands.has(args[0]!)) return true
  if (subcommands.has('#') && args.every((arg) => /^\d+$/.test(arg))) return true
  return subcommands.has('@') && args.every((arg) => programNamed(arg) !== undefined)
}
