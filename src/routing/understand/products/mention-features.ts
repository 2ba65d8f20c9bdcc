import { type Features, hashFeature } from '../linear/feature-hash.ts'
import { isInstructionVerb } from '../words/action-verbs.ts'
import { englishFor } from '../words/foreign-words.ts'
import { ideographic, isCapitalised, opensSentence, type Token } from '../words/tokens.ts'
import { denialsBeside } from './denials.ts'
import { isCatalogName, type LexiconName } from './lexicon.ts'

/** What a whole text says about every name in it; it is read once however many names there are. */
export type Surroundings = {
  text: string
  tokens: readonly Token[]
  features: readonly number[]
  /** Where it begins to ask about something, or -1. */
  opener: number
  /** Where it says that something is looked up on the web, in the news or in documentation, or -1. */
  lookup: number
  capitals: 'few' | 'some' | 'many'
  asks: boolean
}

/** Where a name stands in a text: at the tokens from `first` to `last`. */
export type Standing = { around: Surroundings; first: number; last: number }

const topicOpener =
  /\b(?:explain|describe|what (?:is|are)|what's|how (?:do|does|to|can|would|is)|why|compare|comparison|difference|versus|vs\.?|pros and cons|history of|tutorial|tell me about|write (?:a|an|me|some)|essay|blog|article|opinion|alternatives? to|best practices|erkläre?|explique[rz]?|explica|spiega|wyjaśnij|açıkla)\b/iu
const lookup =
  /\b(?:search|look|looked|research|browse|google|find)\b[^.!?\n]{0,24}\b(?:web|internet|online|news|articles?|reviews?|docs|documentation|website|page)\b|\b(?:google|duckduckgo)\s|\b(?:docs|documentation|pricing|reviews|release notes|changelog|news|outage|website|landing page) (?:of|for|on|about|page)\b|https?:\/\/|\bin the (?:docs|documentation|news)\b/iu
const owner = /\b(?:my|our|mein\w*|unser\w*|mon|ma|mes|notre|nos|mi|mis|nuestr\w*|meu|minha|nosso|mio|mia)\b/iu

const neighbours = 3
const mostWords = 60

const hashed = (feature: string) => hashFeature(`m:${feature}`)

export function readSurroundings(text: string, tokens: readonly Token[], language: string): Surroundings {
  const capitals = tokens.filter((token) => isCapitalised(token.raw) && !opensSentence(text, token.start)).length
  const words = new Set(tokens.slice(0, mostWords).map(({ norm }) => `in ${norm}`))
  return {
    text,
    tokens,
    features: [`mine ${owner.test(text)}`, ...words, ...(language === 'en' ? [] : foreignFeatures(text, tokens, language))].map(hashed),
    opener: text.search(topicOpener),
    lookup: text.search(lookup),
    capitals: capitals > tokens.length / 3 ? 'many' : capitals > 1 ? 'some' : 'few',
    asks: /\?\s*$/.test(text),
  }
}

const beginning = 5

/** There is less training text in other languages, so their words also count by their first letters and by their English meaning. */
function foreignFeatures(text: string, tokens: readonly Token[], language: string): Set<string> {
  const english = englishFor(text, language).flatMap((phrase) => phrase.split(' '))
  const few = tokens.slice(0, mostWords)
  return new Set([
    ...english.map((word) => `in ${word}`),
    ...few.flatMap(({ norm, raw }) => (ideographic.test(raw) ? pairsOf(raw) : `begins ${norm.slice(0, beginning)}`)),
  ])
}

const pairsOf = (run: string) => Array.from({ length: Math.min(run.length, mostWords) }, (_, at) => `pair ${run.slice(at, at + 2)}`)

/** What the words around a name, its letters and its place in the sentence say about what is meant by it. */
export function mentionFeatures(standing: Standing, name: Pick<LexiconName, 'common' | 'slugs' | 'words' | 'hidden'>): Features {
  const { around, first, last } = standing
  const kind = name.common ? 'common' : isCatalogName(name) ? 'listed' : 'lacking'
  const own = [
    ...neighboursOf(standing),
    ...formOf(standing, kind),
    ...verbsOf(standing, kind),
    ...marksOf(standing, kind),
    ...denialsBeside(around, first, last),
    ...lookupsOf(standing, kind),
    kind,
    `words ${last - first}`,
    `name ${around.tokens[first]!.norm}`,
    `inflected ${around.tokens[last]!.norm !== name.words.at(-1)}`,
  ]
  const count = around.features.length + own.length
  const indices = new Int32Array(count)
  indices.set(around.features)
  for (let at = 0; at < own.length; at++) indices[around.features.length + at] = hashed(own[at]!)
  return { indices, values: new Float32Array(count).fill(1 / Math.sqrt(count)) }
}

const wordAt = ({ tokens }: Surroundings, at: number) => tokens[at]?.norm ?? (at < 0 ? '<begin>' : '<end>')

function neighboursOf({ around, first, last }: Standing): string[] {
  const words = Array.from({ length: neighbours }, (_, by) => [
    `-${by} ${wordAt(around, first - 1 - by)}`,
    `+${by} ${wordAt(around, last + 1 + by)}`,
  ])
  return [...words.flat(), ...lettersBeside(around.tokens[first - 1], around.tokens[last + 1])]
}

/** In scripts without spaces, the particle next to a name is part of a longer run. */
function lettersBeside(before: Token | undefined, after: Token | undefined): string[] {
  const sides: string[] = []
  if (before && ideographic.test(before.raw)) sides.push(`-c ${before.raw.slice(-1)}`, `-cc ${before.raw.slice(-2)}`)
  if (after && ideographic.test(after.raw)) sides.push(`+c ${after.raw.slice(0, 1)}`, `+cc ${after.raw.slice(0, 2)}`)
  return sides
}

/** A capital letter tells something inside a sentence, and little where many words have one. */
function formOf({ around, first, last }: Standing, kind: string): string[] {
  const { raw, start } = around.tokens[first]!
  const letters = /^\p{Lu}{2,}$/u.test(raw) ? 'capitals' : /\p{Ll}\p{Lu}/u.test(raw) ? 'camel' : isCapitalised(raw) ? 'capital' : 'small'
  const place = first === 0 ? 'first' : opensSentence(around.text, start) ? 'opens' : 'inside'
  const form = `${kind} ${letters} ${place}`
  return [
    form,
    `${form} ${around.capitals}`,
    `${form} - ${wordAt(around, first - 1)}`,
    `${form} + ${wordAt(around, last + 1)}`,
    `${kind} ${letters} - ${wordAt(around, first - 1)}`,
  ]
}

function verbsOf({ around, first, last }: Standing, kind: string): string[] {
  const isVerb = (at: number) => isInstructionVerb(wordAt(around, at))
  const isCapital = isCapitalised(around.tokens[first]!.raw)
  return [
    `order ${isVerb(0)} ${kind}`,
    `verb - ${isVerb(first - 1)} ${kind} ${isCapital}`,
    `verb + ${isVerb(last + 1)} ${kind} ${isCapital}`,
  ]
}

/** What is looked up on the web is seldom looked up in the product that it is about. */
function lookupsOf({ around, first }: Standing, kind: string): string[] {
  const { lookup: at, tokens } = around
  if (at < 0) return []
  const side = at < tokens[first]!.start ? 'lookup -' : 'lookup +'
  return [side, `${side} ${kind}`, `${side} ${wordAt(around, first - 1)}`]
}

function marksOf({ around: { text, tokens, asks, opener }, first, last }: Standing, kind: string): string[] {
  const [start, end] = [tokens[first]!.start, tokens[last]!.end]
  const left = text
    .slice(Math.max(0, start - 4), start)
    .trimEnd()
    .slice(-1)
  const right = text.slice(end, end + 2).replaceAll(/[\p{L}\p{N}]/gu, 'a')
  return [
    `left ${left.replace(/[\p{L}\p{N}]/u, 'a')}`,
    `right ${right}`,
    `${kind} right ${right.slice(0, 1)}`,
    `opener ${opener < 0 ? 'none' : opener < start ? 'before' : 'after'}`,
    `asks ${asks} ${kind}`,
  ]
}
