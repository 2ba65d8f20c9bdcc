import { inOneScript, letterFor } from './borrowed-letters.ts'

/** A pattern of text that speaks to a model instead of describing a tool server, with the reason shown to the operator. */
type Order = readonly [pattern: RegExp, reason: string]

/** The orders with the most to gain, which are also looked for where digits and signs stand for letters. */
const worthDisguising: readonly Order[] = [
  [
    /\b(?:ignore|disregard|forget|override|skip)\b(?:\W+\w+){0,4}\W+(?:instructions?|prompts?|guidelines|directives|(?:safety )?rules given)\b/i,
    'tells the reader to drop its instructions',
  ],
  [
    /\b(?:ignore|disregard|avoid|exclude|reject|refuse|never (?:use|choose|call|pick|select|recommend|suggest))\b(?:\W+\w+){0,2}\W+(?:all|any|every|other|the other|competing)\W+(?:other\W+)?(?:mcp\W+)?(?:tools?|servers?|candidates?|options?|results?|entries|alternatives|skills?)\b/i,
    'tells the reader to shun other tools',
  ],
  [
    /\b(?:always|must|you should|agents? should|models? should|assistants? should|ai should|llms? should)\W+(?:always\W+|only\W+)?(?:use|choose|pick|prefer|select|call|recommend|rank|route|return|invoke)\W+(?:to\W+)?(?:this|our|me|us|it)\b(?!\W+(?:in production|with caution))/i,
    'tells the reader to choose it',
  ],
]

const orders: readonly Order[] = [
  ...worthDisguising,
  [
    /\b(?:rank|rate|score|list|place|put|sort)\W+(?:this|our|us|me|it)(?:\W+\w+){0,3}\W+(?:first|highest|top|above|number one|#1|10(?:\/10)?|best)\b/i,
    'asks for a rank',
  ],
  [
    /\b(?:set|give|assign|return|report)\b(?:\W+\w+){0,4}\W+(?:confidence|score|rating|trust)\W+(?:of|to|=|:|as)?\W*(?:1(?:\.0+)?|10|100|max\w*|highest)\b/i,
    'asks for a score',
  ],
  [
    /\b(?:do not|don't|never|without)\W+(?:tell\w*|inform\w*|mention\w*|notify\w*|reveal\w*|show\w*|ask\w*|alert\w*|warn\w*)\b(?:\W+\w+){0,3}\W+(?:the )?(?:users?|humans?|operators?|owner|anyone)\b(?!\W+(?:to (?:log|sign)|for (?:a|an|their|api)))/i,
    'asks for secrecy towards the user',
  ],
  [
    /\b(?:you are now|from now on,? you|you are no longer|act as if you|pretend (?:to be|that you)|your new (?:role|task|instructions?|goal))\b/i,
    'assigns the reader a new role',
  ],
  [
    /(?:<\|?\W?(?:im_start|im_end|system|endoftext|start_header_id)|\[\/?INST\]|<<\/?SYS>>|(?:^|\n|[.!?]\s)\s*#{0,4}\s*(?:system|assistant|developer)\s*(?:prompt|message|override)?\s*:\s)/i,
    'imitates a chat turn',
  ],
  [/<\/?(?:important|system|instructions?|secret|admin|override|assistant|tool_call|function_calls?)\b[^>]*>/i, 'imitates a control tag'],
  [
    /\b(?:attention|note|notice|message|instructions?|reminder|warning|important)\W{0,3}(?:to|for)?\W*(?:all\W+)?(?:the\W+)?(?:ai|llms?|language|gpt|claude|chatgpt|agents?|assistants?|bots?)(?:\W+(?:models?|agents?|assistants?|readers?|reading|reviewing|processing|crawl\w+|parsing|routers?))+\W*[:,-]/i,
    'addresses the model that reads it',
  ],
  [
    /\b(?:attention|note|notice|reminder|warning)\W{0,3}(?:to|for)?\W*(?:all\W+|any\W+)?(?:the\W+)?(?:ai|llms?|language|gpt|claude|chatgpt)\W+(?:models?|agents?|assistants?|readers?|routers?)\b/i,
    'addresses the model that reads it',
  ],
  [/\bif you (?:are|'re) (?:an? )?(?:ai|llm|language model|agent|assistant|bot)\b/i, 'addresses the model that reads it'],
  [
    /\b(?:before|after|instead of|prior to|when)\W+(?:using|calling|answering|running|you (?:use|call|answer))\b(?:\W+\w+){0,6}\W+(?:(?:you )?(?:must|should|need to|have to)|first|please|always)\W+(?:read|send|call|run|execute|open|fetch|post|include|pass|upload|copy|append)\b/i,
    'gives the reader a hidden step',
  ],
  [
    /\b(?:read|send|pass|include|upload|post|forward|exfiltrate|leak|copy|append|transmit|e-?mail|attach)\b(?:\W+\w+){0,8}?\W+(?:~?\/?\.ssh|id_rsa|\/etc\/passwd|\.aws\/credentials|\.env file|private keys?|(?:all )?environment variables|system prompt|conversation history|chat history|full conversation|user'?s? (?:password|credential|api key|token|secret)s?)\b(?:\W+\w+){0,8}\W+(?:to|in|into|as|at|with)\b/i,
    'asks to hand over secrets',
  ],
  [
    /\b(?:send|post|upload|forward|exfiltrate|transmit|bcc|cc)\b(?:\W+\w+){0,6}\W+(?:to)\W+(?:https?:\/\/\S+|[\w.+-]+@[\w-]+\.\w+)/i,
    'asks to send something away',
  ],
  [/\b(?:run|execute|paste|type|pipe)\b(?:\W+\w+){0,5}\W*(?:curl|wget|rm -rf|bash -c|powershell|sudo)\b/i, 'asks to run a command'],
  [
    /\b(?:use|choose|pick|select|call|prefer|recommend|route|invoke)\W+(?:to\W+)?(?:this|our|me)\b(?:\W+\w+){0,3}\W+(?:for|on|in|to|with)\W+(?:all|any|every|each|everything)\b(?:\W+(?:\w+\W+)?(?:requests?|tasks?|quer(?:y|ies)|questions?|prompts?|purposes?|jobs?|users?|calls?))?/i,
    'tells the reader to choose it',
  ],
  [
    /\b(?:this|our)\W+(?:mcp\W+)?(?:server|tool|skill|entry|option)\W+(?:must|should|has to|needs to|shall)\W+(?:always\W+|only\W+)?be\W+(?:the\W+\w+\W+)?(?:chosen|selected|used|ranked|recommended|preferred|called|picked|first|returned|invoked)\b/i,
    'tells the reader to choose it',
  ],
  [
    /\b(?:all|every|any)\W+other\W+(?:\w+\W+)?(?:tools?|servers?|options?|skills?|entries)\W+(?:are|is|have been|must|should)\W+(?:\w+\W+)?(?:deprecated|unsafe|broken|malicious|obsolete|disabled|removed|banned|inferior|wrong|ignored|not)\b/i,
    'runs down other tools',
  ],
  [
    /\bthe only\W+(?:\w+\W+)?(?:correct|valid|approved|allowed|safe|permitted|authori[sz]ed)\W+(?:choice|tool|server|option|answer)\b/i,
    'tells the reader to choose it',
  ],
  [
    /\b(?:reveal|print|output|repeat|disclose|leak|expose|summari[sz]e)\W+(?:me\W+)?(?:all of\W+)?your\W+(?:\w+\W+)?(?:prompts?|instructions?|secrets?|api keys?|memory|credentials?)\b/i,
    'asks to hand over secrets',
  ],
  [
    /\b(?:disable|turn off|bypass|drop|lower)\W+(?:all\W+)?your\W+(?:\w+\W+)?(?:safety|guardrails?|approvals?|confirmations?|filters?|checks?|restrictions?)\b/i,
    'tells the reader to drop its instructions',
  ],
  [
    /["']?\b(?:recommended_skill|trust_score|overall_score|value_score|is_prior|evidence_count|skill_scores)\b["']?\s*[:=]/i,
    'imitates an answer of this service',
  ],
  [
    /\b(?:respond|reply|answer)\W+(?:only\W+)?with\W+(?:the\W+(?:words?|text|following|phrase|slug)|exactly|nothing but|["'“])/i,
    'dictates an answer',
  ],
  [/(?:ignorier\w*|vergiss|missacht\w*)(?:\s+\S+){0,4}\s+(?:anweisung|regeln|vorgaben)/iu, 'tells the reader to drop its instructions'],
  [/(?:ignora|olvida|omite)(?:r|d)?(?:\s+\S+){0,4}\s+(?:instruccion|istruzion|instruç)/iu, 'tells the reader to drop its instructions'],
  [/(?:ignore[zr]?|oublie[zr]?)(?:\s+\S+){0,4}\s+(?:consignes|instructions précédentes)/iu, 'tells the reader to drop its instructions'],
  [/(?:игнорируй|забудь)\S*(?:\s+\S+){0,4}\s+(?:инструкци|указани|правил)/iu, 'tells the reader to drop its instructions'],
  [/忽略(?:所有|之前|以上|先前|任何)/iu, 'tells the reader to drop its instructions'],
  [/無視して/iu, 'tells the reader to drop its instructions'],
  [/무시하(?:고|세요|라)/iu, 'tells the reader to drop its instructions'],
]

/** The same tricks with the letters spread out or run together. */
const squeezed =
  /ignore(?:all|any|the|your|every)?(?:previous|prior|above|earlier|preceding|other)?(?:instructions?|prompts?|tools?|servers?)|disregard(?:all|any|previous|the)|alwaysusethis|alwayschoosethis|alwaysrecommendthis|donottelltheuser/

/** Why a text looks like an order to the model that reads it; undefined when it merely describes. */
export function instructionIn(text: string): string | undefined {
  // Several of the patterns backtrack badly over long runs of blanks.
  const folded = inOneScript(text.normalize('NFKC')).replace(/\s+/g, (blanks) => (blanks.includes('\n') ? '\n' : ' '))
  const found = orders.find(([pattern]) => pattern.test(folded))
  if (found) return found[1]
  const spread = folded.match(/(?:\b\w\b[\s._*-]+){5,}\w\b/g)?.map((part) => part.replace(/[^a-z]/gi, '')) ?? []
  const joined = folded.match(/[a-z_.\-*]{16,}/gi)?.map((part) => part.replace(/[^a-z]/gi, '')) ?? []
  const plain = unleet(folded)
  const isDisguised =
    [...spread, ...joined].some((part) => squeezed.test(part.toLowerCase())) ||
    (plain !== folded && worthDisguising.some(([pattern]) => pattern.test(plain)))
  return isDisguised ? 'hides an order in disguised letters' : undefined
}

function unleet(text: string): string {
  return text.replace(/[\w@$!]*[a-z][\w@$!]*/gi, (word) => (/\d|[@$!]/.test(word) ? [...word].map(letterFor).join('') : word))
}
