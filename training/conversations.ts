import { join } from 'node:path'
import { readJsonl } from '../eval/lines.ts'
import type { Cuts } from './step-starts.ts'

/** What a sentence is to whoever picks the tool: it asks, it is needed to know where or what, or it can be left out. */
export type SentenceLabel = 'ask' | 'needed' | 'aside'
/** `product`: the one that is named for a step. Mentions: worked in, only talked about, not to be used. */
export type Conversation = Cuts & {
  lang: string
  s: [label: SentenceLabel, sentence: string][]
  need: boolean
  several: boolean
  hands?: true
  type: string
  complexity: string
  creative?: true
  steps?: { kinds: string[]; product: string | null }[]
  mentions?: [name: string, label: 'w' | 't' | 'x'][]
}

/** Wordy tasks as people and agents really write them, with a label for each sentence. */
export const readConversations = (): Conversation[] => readJsonl<Conversation>(join(import.meta.dirname, 'conversations.jsonl'))

export const textOf = ({ s }: Pick<Conversation, 's'>) => s.map(([, sentence]) => sentence).join(' ')
