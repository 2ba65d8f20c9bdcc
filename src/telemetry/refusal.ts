const regret = String.raw`(?:(?:i['’]m|i am)\s+)?(?:(?:very|so|really|truly)\s+)?(?:sorry|afraid)|(?:my\s+|i\s+)?apolog(?:ies|i[sz]e)`
const opening = String.raw`(?:${regret}|unfortunately|as an ai(?:\s+(?:language model|assistant))?)[\s,;:.–—-]+(?:but\s+)?`
const unable = String.raw`i\s+(?:can['’]?t|can\s?not|won['’]?t(?:\s+be able to)?|will not(?:\s+be able to)?)|i(?:['’]m|\s+am)\s+(?:unable|not able|not allowed|not permitted)\s+to`
const work = String.raw`help(?!\s+(?:but|\w+ing)\b)|assist|do\s+(?:that|this|so)|comply|fulfill?|provide|answer|create|write|generate|produce|complete|continue|access|browse|share|discuss|engage`
const decline = String.raw`i\s+(?:must|have to|need to)\s+(?:decline|refuse)|i\s+(?:decline|refuse)\s+to|i\s+(?:don['’]t|do not)\s+feel\s+comfortable`

/** Declines at once: that the work cannot be done, or, after an apology in the same sentence, that anything cannot. */
const refusal = new RegExp(
  `^(?:(?:${opening}){0,2}(?:(?:${unable})\\s+(?:${work})|${decline})\\b|(?:${regret})\\b[^.!?\\n]{0,80}\\b(?:${unable}|unable to|not able to)\\b)`,
  'i',
)
const longestOpening = 300

export const declines = (text: string) => refusal.test(text.slice(0, longestOpening))
