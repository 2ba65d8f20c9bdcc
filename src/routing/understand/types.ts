import type { Signals, TaskType } from '../../catalog/models.ts'
import type { Origin, Status } from '../../catalog/schema.ts'
import type { Halving } from './steps/halves.ts'

export type LexiconEntry = {
  slug: string
  canonical_name: string
  aliases: string[]
  capabilities?: string[]
  origin?: Origin
  status?: Status
}

/** How a product stands in the sentence: worked in or on, only talked about, or not to be used. */
export type ProductRole = 'place' | 'topic' | 'ruled_out'

/** From this certainty on a product is taken to be meant. */
export const surelyMeant = 0.6

export type ProductMention = {
  name: string
  /** The catalog entries with that name; empty for a known product that the catalog lacks. */
  slugs: string[]
  /** Whether something is known about one of these entries that does not come from its publisher. */
  vouched: boolean
  /** What the entries of that name do that the operator banned or left out; absent where there are none. */
  hidden?: readonly string[]
  start: number
  end: number
  surface: string
  role: ProductRole
  /** How likely it is only talked about, if it is either worked in or talked about. */
  topicShare: number
  /** Only its maker is meant, of which it is asked what its shares are worth; absent otherwise. */
  isCompany?: true
  /** How surely the product is meant by the words; a repaired misspelling is never quite sure. */
  certainty: number
}

/** Whether the product is meant and may be used. */
export const isMeant = ({ role, certainty }: Pick<ProductMention, 'role' | 'certainty'>) => role !== 'ruled_out' && certainty >= surelyMeant

/** Whether the product surely is where the work is to be done. */
export const isSurelyPlace = ({ role, certainty }: Pick<ProductMention, 'role' | 'certainty'>) =>
  role === 'place' && certainty >= surelyMeant

/** Tells whether a part of a text names a product. */
export type NamesProduct = (part: string) => boolean

/** Two products that a clause names, in the order of the text. */
export type ProductPair = readonly [ProductMention, ProductMention]
/** Log odds that work is done in both of them, and that it begins in the second. */
export type PairReading = { pair: ProductPair; both: number; reversed: number }

export type Step = {
  text: string
  action: string
  /** The kind of outside system the step works with, or null where a language model is enough. */
  system: string | null
  products: ProductMention[]
}

/** How finely a task is cut: into clauses, before each place it names as well, or at every comma and "and". */
export const finenessLevels = ['clauses', 'places', 'loose'] as const
export type Fineness = (typeof finenessLevels)[number]

/** What separates a piece from the one before it. */
export type Joint = 'clause' | 'product' | 'condition' | 'place' | 'list' | 'mark'

/** A part of a task that could be a step of its own. */
export type Piece = Step & {
  joint: Joint
  instructs: boolean
  /** The verb it begins with, if that verb acts on an outside system. */
  verb: string | null
  /** Whether it names the product to work in. */
  names_place: boolean
  /** The piece before it, if only a pronoun says what this one works on ("archive it") or where ("run the tests there"). */
  leansOn: (Pick<Step, 'action' | 'products'> & { isSamePlace: boolean }) | null
  /** The kinds of tool that could do it, where a language model told them. */
  toldKinds?: readonly string[]
}

/** How likely each kind of tool is to do the work; a kind is a capability of the taxonomy. */
export type KindChances = ReadonlyMap<string, number>

/** A clause cut in two, the halves in the order of doing: what is read before what is written, a condition before what depends on it. */
export type Halves = Pick<Halving, 'isPlain'> & { pieces: () => { first: Piece; second: Piece } }

export type Understanding = {
  /** The task without the frame it is handed over in, without orders to the router and without what can be left out: what the models read. */
  text: string
  /** The same with what can be left out: for searches, and for a language model or an embedder, which are not led astray by it. */
  whole: string
  language: string
  signals: Signals
  /** The task type if no tool is used; never `agentic`. */
  plainType: TaskType
  needsToolProbability: number
  /** The chance that it is physical work, which no server can do even if its name sounds like it. */
  byHandProbability: number
  /** Log odds that several tools are needed, by the words alone. */
  severalOdds: number
  /** The same after the reader's second look, which only a task that can be cut into pieces gets. */
  severalOddsClosely: () => number
  /** Log odds, by the reader, that what is wanted is on the public web; minus infinity where it cannot read the text. */
  foundOnTheWeb: () => number
  /** Which kinds of tool do the work, by the reader; null where it cannot read the text. */
  kinds: () => KindChances | null
  /** The same of one step of it. */
  kindsOf: (step: string) => KindChances | null
  products: ProductMention[]
  /** If it is one clause that names two products: whether both are worked in, and in which order. */
  pair: PairReading | null
  /** The kind of outside system the first part of the task works with. */
  system: string | null
  pieces: (fineness: Fineness) => Piece[]
  /** A part of the text, read as a piece of its own. */
  piece: (part: string) => Piece
  /** Ways to cut a task of one clause in two, the likeliest first. */
  halves: (most: number) => Halves[]
  routerOrdersRemoved: boolean
}
