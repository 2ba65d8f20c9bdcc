import type { Complexity, Model, Signals, TaskType } from '../../catalog/models.ts'

export type TokenEstimate = {
  input_tokens: number
  output_tokens: number
}

export type CostEstimate = TokenEstimate & {
  estimated_usd: number | null
}

const charsPerToken = 4
// Other scripts are cut into smaller pieces: a sign for a word or a syllable is about one token, and two letters of any other script are.
const syllable = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const otherLetter = /[^\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\P{L}]/gu
const lettersPerToken = 2
const beyondLatin = /[\u0370-\u{10ffff}]/u
const instructionTokens = 200

const outputTokens: Record<TaskType, number> = {
  chat: 250,
  qa: 300,
  writing: 900,
  translation: 500,
  summarization: 350,
  extraction: 300,
  classification: 60,
  code: 900,
  math: 500,
  reasoning: 600,
  analysis: 800,
  planning: 800,
  agentic: 1500,
}
const outputFactor: Record<Complexity, number> = { trivial: 0.4, simple: 0.7, moderate: 1.2, complex: 2.5 }

// A model that thinks is billed for its thinking; how much follows the work, not the model, so that priorities compare alike.
const thinkingFactor: Record<Complexity, number> = { trivial: 0, simple: 0.3, moderate: 1, complex: 2 }
const thinkingTasks: readonly TaskType[] = ['code', 'math', 'reasoning', 'analysis', 'planning', 'agentic']

/** The tokens of a text; what was not read of it counts as if it were written like the rest. */
function tokensOf(text: string, unreadChars: number): number {
  const count = (letter: RegExp) => (beyondLatin.test(text) ? (text.match(letter)?.length ?? 0) : 0)
  const [syllables, others] = [count(syllable), count(otherLetter)]
  const read = syllables + others / lettersPerToken + (text.length - syllables - others) / charsPerToken
  return Math.ceil(read + unreadChars * (text ? read / text.length : 1 / charsPerToken))
}

export function estimateTokens(taskText: string, signals: Signals, unreadChars = 0): TokenEstimate {
  const toolRounds = signals.needs_tool ? 1500 : 0
  const told = tokensOf(taskText, unreadChars)
  const usual = Math.ceil(outputTokens[signals.task_type] * outputFactor[signals.complexity])
  return {
    input_tokens: told + instructionTokens + toolRounds,
    // A translation is as long as what is translated.
    output_tokens: signals.task_type === 'translation' ? Math.max(usual, told) : usual,
  }
}

function billedTokens(model: Model, tokens: TokenEstimate, signals: Signals): TokenEstimate {
  if (!model.reasoning || !thinkingTasks.includes(signals.task_type)) return tokens
  return { ...tokens, output_tokens: Math.ceil(tokens.output_tokens * (1 + thinkingFactor[signals.complexity])) }
}

export function estimateCost(model: Model, tokens: TokenEstimate, signals: Signals): CostEstimate {
  const billed = billedTokens(model, tokens, signals)
  const { input_cost_per_mtok, output_cost_per_mtok } = model
  if (input_cost_per_mtok === null || output_cost_per_mtok === null) return { ...billed, estimated_usd: null }
  const usd = (billed.input_tokens * input_cost_per_mtok + billed.output_tokens * output_cost_per_mtok) / 1e6
  return { ...billed, estimated_usd: Number(usd.toPrecision(6)) }
}
