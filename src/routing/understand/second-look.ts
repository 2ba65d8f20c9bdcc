import type { CloseReading, Reader } from './reader/reader.ts'
import { glossOf } from './words/gloss.ts'
import { guessLanguage } from './words/language.ts'

/** Log odds and scores of a text, by the linear models alone or after a second look. */
export type Impression = Omit<CloseReading, 'several_tools' | 'on_the_web' | 'kinds'>

// In log odds of the linear model: beyond this it is seldom wrong, so a second look is not worth its time.
const doubt = 3
// The reader's log odds are larger than those of the linear models, so they count for less.
const share = 0.75
// Beyond this the plan, which also sees which tools are found, gains nothing by a second look.
const doubtOfSeveral = 2

// A full stop at the end of a task says nothing about it.
const lastMark = /(?<![\s.!])[\s.!]+$/u

export const withoutLastMark = (text: string) => text.replace(lastMark, '')

/** The languages in which the reader learned enough; of texts in others it sees a rough rendering in English. */
const readAsTheyAre = new Set(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'])
/** Of what is rendered to a smaller part, the original says more. */
const leastRendered = 0.4

export function lookClosely(text: string, readClosely: Reader['closely']): CloseReading | null {
  const told = withoutLastMark(text)
  const language = guessLanguage(told)
  const gloss = readAsTheyAre.has(language) ? null : glossOf(told, language)
  if (!gloss || gloss.share < leastRendered) return readClosely(told)
  const seen = readClosely(gloss.text)
  // Without grammar it does not show how many things are asked for.
  return seen && { ...seen, several_tools: 0 }
}

const sum = (first: number, close: number) => first + share * close

/** The log odds that a tool is needed, which are left as they are where they are clear. */
export function needAfterSecondLook(first: number, text: string, readClosely: Reader['closely']): number {
  return isUnclear(first) ? sum(first, lookClosely(text, readClosely)?.needs_tool ?? 0) : first
}

const isUnclear = (odds: number) => Math.abs(odds) < doubt

/** Whether the first impression leaves open that a tool is needed. */
export const isNeedInDoubt = ({ needs_tool }: Impression) => isUnclear(needs_tool)

/** Whether the first impression leaves open that several tools are needed. */
export const isSeveralUnclear = (odds: number) => Math.abs(odds) < doubtOfSeveral

/** The log odds that several tools are needed, which are left as they are where they are clear. */
export function severalAfterSecondLook(first: number, look: () => CloseReading | null): number {
  return isSeveralUnclear(first) ? first + (look()?.several_tools ?? 0) : first
}

/** Adds up what the linear models and the reader say. They learned from the same tasks but look at different things, so they make different mistakes. */
export function secondLook(first: Impression, close: CloseReading | null): Impression {
  if (!close) return first
  const sums = (a: readonly number[], b: readonly number[]) => a.map((value, at) => sum(value, b[at] ?? 0))
  return {
    needs_tool: sum(first.needs_tool, close.needs_tool),
    by_hand: sum(first.by_hand, close.by_hand),
    creative: sum(first.creative, close.creative),
    task_type: sums(first.task_type, close.task_type),
    complexity: sums(first.complexity, close.complexity),
  }
}
