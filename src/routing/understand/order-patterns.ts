import { inOneScript, letterFor } from '../../catalog/borrowed-letters.ts'

/** Marks around the parts of a task; what they enclose is judged like any other text. */
const frames: RegExp[] = [
  /<\/?(?:instructions?|important|note|prompt)\b[^>]{0,120}>/gi,
  /<\/?(?:task|user|input|query|data|document|context|s|end)\b[^>]{0,40}>/gi,
  /\[\/?(?:USER|TASK)\]/gi,
]

/** Marks of roles and settings of ours: no task is written so. */
const marks: RegExp[] = [
  /\b(?:needs_tool|multi_tool|task_type|recommended_\w+|skill_slug|creative_writing)\s*(?:=|:=|==|->)\s*[\w"'-]+[;,]?/gi,
  /<\|[^|>]{0,40}\|>/g,
  /\[\/?(?:INST|SYS|SYSTEM|ASSISTANT)\]/gi,
  /<<\/?SYS>>/gi,
  /(?:^|\s)(?:decode|base64|rot13|hex|execute|run)\s*(?:and (?:follow|obey|execute|run))?\s*(?:this|the following)?\s*(?:base64|rot13|hex)\s*:?\s*(?=$|\n)/gi,
]

/** Ready-made answers, hidden notes and what a role says, which code and data also look like. */
const blocks: RegExp[] = [
  /<!--[\s\S]*?(?:-->|$)/g,
  /<(system|assistant|developer|admin|override|router|hidden|secret)\b[^>]{0,120}>[\s\S]*?(?:<\/\1\b[^>]{0,40}>|$)/gi,
  /`{3}\w*\s*\{[^`]*"(?:approach|needs_tool|multi_tool|recommended_skill|recommended_model|tier|task_type|complexity|signals|slug|confidence)"[^`]*(?:`{3}|$)/gi,
  /(?:\b(?:output|return|respond|reply|answer|print|use|set|emit)\b(?: only| with| just)*\s*:?\s*)?\{[^{}]*["']?(?:approach|needs_tool|multi_tool|recommended_skill|recommended_model|tier|task_type|complexity|slug|creative_writing)["']?\s*[:=][^{}]*\}+/gi,
  /\{["']?role["']?\s*:\s*["']?(?:system|developer|assistant)[^{}]*\}/gi,
]

const packed = /(?<![\w/.=-])[A-Za-z0-9+/]{24,}={0,2}(?![\w/.-])/g

/** Whether the letters are base64 of a readable text. Long names, keys and positions of chess are made of the same letters and hide none. */
function hidesText(letters: string): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(letters, 'base64'))
    return !/[^\P{C}\s]/u.test(text)
  } catch {
    return false
  }
}

/** The text without the marks around its parts. */
export const withoutFrames = (text: string) => frames.reduce((kept, frame) => kept.replace(frame, ' '), text)

/** The text without what can only be meant for a program that reads it. */
export function withoutOrderBlocks(text: string, givesOrders: (block: string) => boolean): string {
  let kept = text
  for (const mark of marks) kept = kept.replace(mark, ' ')
  for (const block of blocks) kept = kept.replace(block, (told) => (givesOrders(told) ? ' ' : told))
  return kept.replace(packed, (letters) => (hidesText(letters) ? ' ' : letters))
}

const closedWords =
  'multi_tool|direct_llm|mcp_server|needs_tool|recommended_skill|recommended_model|task_type|creative_writing|expected_approach|non_mcp_alternative|routing_metadata|value_score|max_cost_usd|trust_floor'

const overrideVerb =
  "(?:ignor\\w*|disregard\\w*|forget\\w*|overrid\\w*|bypass\\w*|overrul\\w*|supersed\\w*|discard|neglect|cancel|drop|skip|void|do not follow|don't follow|stop following|1gn[o0]re|ign0re)"
const ruleNoun =
  '(?:instruction\\w*|prompts?|rules?|guidelines?|polic(?:y|ies)|directives?|system message|constraints?|context|commands?|orders?|everything|task|text|safeguards?|restrictions?|classif\\w*|routing|1nstructions)'
const routerNoun =
  '(?:rout(?:er|ing)(?! (?:table|protocol|number|number)s?)|classifier|classification|waymark|tool selection|skill selection|recommender|recommendation engine)'

const wholeSentence: RegExp[] = [
  new RegExp(
    `\\b${overrideVerb}\\b[^.!?\\n]{0,60}\\b(?:previous|above|prior|earlier|preceding|all|any|your|these|the|existing|other|current|initial|original|that|before|so far)\\b[^.!?\\n]{0,40}\\b${ruleNoun}\\b`,
    'i',
  ),
  new RegExp(
    `\\b${overrideVerb}\\b[^.!?\\n]{0,30}\\b(?:the|all|everything|anything)\\b[^.!?\\n]{0,20}\\b(?:above|previous|prior|before this|said)\\b`,
    'i',
  ),
  new RegExp(`\\b(?:${closedWords})\\b`, 'i'),
  /^\W*(?:system|developer|assistant|admin(?:istrator)?|router|root|sudo|operator|moderator|override|new instructions?|system (?:prompt|message|note|override|update|notice)|important(?: instruction| note)?|note to (?:the )?(?:\w+ )?(?:router|classifier|model|ai|llm|system|assistant)|attention(?: router| ai| model)?|instructions? (?:to|for) (?:the )?\w+)\s*(?:\]|\*|\))*\s*(?::|\]|>|—|-{2})/i,
  /\b(?:you are|you're|act as|behave as|pretend (?:to be|you are)|your (?:new )?role is)\b[^.!?\n]{0,40}\b(?:router|classifier|routing|unrestricted|jailbroken|dan\b|developer mode|in (?:debug|admin|god|maintenance) mode|no longer (?:a|an|bound))/i,
  new RegExp(`\\b(?:dear|hey|attention|hello|hi|note|message|memo|notice|instruction|warning)\\b[^.!?\\n]{0,20}\\b${routerNoun}\\b`, 'i'),
  new RegExp(
    `\\b(?:the |this |your |as )?${routerNoun}\\b[^.!?\\n]{0,30}\\b(?:must|should|shall|has to|needs to|will|is required|is instructed|is to)\\b`,
    'i',
  ),
  /\b(?:recommend|select|choose|pick|prefer|use|return|answer(?: with)?|output|respond(?: only)?(?: with)?|reply(?: with)?|say|print|route (?:this )?to|set|give|assign|force|boost|rank|promote|favou?r)\b[^.!?\n]{0,40}(?:\bslug\b[^.!?\n]{0,30}|\b[\w-]+-mcp\b|\b(?:tier|approach|complexity|confidence|priority|task[ _]type|value score|trust score)\s*(?:[:=]|to be|to|is|as)?\s*["']?(?:frontier|premium|highest|lowest|reasoning|best|cheap\w*|expensive|budget|trivial|simple|moderate|complex|high|low|max\w*|top|fast|creative|economy|\d|multi|direct|none|null))/i,
  /\b(?:tier|approach|needs[ _]tool|multi[ _]tool|complexity|task[ _]type|recommended[ _]\w+|skill[ _]slug|confidence|override)\s*(?:=|:=|==|->)\s*\S+/i,
  /\b(?:this|the|my|that) (?:task|request|query|prompt|message|question)\b[^.!?\n]{0,30}\b(?:is|must be|should be|requires?|needs?|has to be|counts as|qualifies as|be treated as|classified)\b[^.!?\n]{0,40}\b(?:trivial|complex|several tools|multiple tools|many tools|multi-?tool|no tools?|(?:any|a|an) (?:external )?tools?|tier|frontier|premium|most expensive|cheapest|classified|routed|handled by)\b/i,
  /\b(?:treat|classify|label|mark|tag|categori[sz]e|score|rate|regard|consider|handle|process)\b[^.!?\n]{0,20}\b(?:this|the|it|my|every|all|following|above)\b[^.!?\n]{0,30}\b(?:as|to)\b[^.!?\n]{0,20}\b(?:trivial|complex|multi-?tool|no-?tool|direct|chat|agentic|tool-?free|frontier|premium|highest tier|lowest tier|creative|needing|requiring|the (?:highest|lowest|top|most))\b/i,
  /\b(?:use|select|choose|pick|recommend|route(?: this| it| me)? to|switch to|upgrade to|escalate to|always (?:use|pick|choose))\b[^.!?\n]{0,20}\b(?:the )?(?:most (?:expensive|powerful|capable)|cheapest|best|biggest|largest|strongest|top|premium|frontier|highest[- ]tier|lowest[- ]tier|reasoning[- ]tier)\b[^.!?\n]{0,12}\b(?:model|llm|tier|skill)\b(?! for| to )/i,
  /\b(?:reveal|print|show|repeat|output|leak|dump|tell me)\b[^.!?\n]{0,30}\b(?:your|the) (?:system|hidden|initial|secret|internal|original)\b[^.!?\n]{0,10}\b(?:prompt|instructions?|rules|message)\b/i,
  /\b(?:end|begin|start|stop) of (?:the )?(?:user )?(?:task|input|prompt|request|document|message|query|data)\b/i,
  /\b(?:real|actual|true|new|correct|updated) (?:task|instructions?|answer|classification|label|output|request)\b\s*(?:is|are|follows?|:)/i,
  /\b(?:the )?(?:correct|right|expected|only valid|only acceptable|proper) (?:answer|label|output|classification|approach|tool|tier|choice|response)\b[^.!?\n]{0,20}\b(?:is|would be|:)/i,
  /\b(?:jailbreak|dan mode|developer mode|god mode|do anything now|prompt injection|debug mode (?:on|enabled))\b/i,
  /\b(?:your|the) (?:owner|creator|developers?|operators?|administrator)\b[^.!?\n]{0,30}\b(?:authori[sz]e\w*|orders?|instruct\w*|require\w*|demand\w*|approve\w*|says?|wants?)\b/i,
  /\bdo not (?:use|recommend|select|call|suggest|route)\b[^.!?\n]{0,15}\b(?:any|a|an|other|external)\b[^.!?\n]{0,10}\b(?:tools?|skills?|servers?|mcp)\b/i,
  /\b(?:no|without(?: any)?|zero) (?:external )?tools? (?:is|are|at all|needed|required|necessary)\b/i,
  /ignorier\w*[^.!?\n]{0,30}anweisung|ignore[zr]?\b[^.!?\n]{0,30}instructions|ignor(?:a|e|ar|en)\b[^.!?\n]{0,30}(?:instrucci|instruç|istruzion)|negeer[^.!?\n]{0,30}instructies|zignoruj[^.!?\n]{0,30}(?:instrukcj|polece)|(?:önceki|yukarıdaki)[^.!?\n]{0,30}talimat/i,
  /忽略[^。！？\n]{0,12}(?:指令|指示|说明|提示)|無視(?:して|し)|(?:指示|命令)を(?:すべて)?無視|무시하고|지시를?[^.\n]{0,10}무시|تجاهل[^.\n]{0,30}(?:التعليمات|الأوامر)|игнориру[^.\n]{0,40}(?:инструкц|указан|правил)|निर्देशों को (?:अनदेखा|नज़रअंदाज़)/i,
]

const masked = /[a-z][013457@$!][a-z]|\b[a-z](?:[ .\-_*][a-z]){4,}\b/i
const spelledOut = /\b(?:[a-z][ .\-_*]){4,}[a-z]\b/gi
const standIn = /(?<=[a-z])[013457@$]|[013457@$](?=[a-z]{2})|(?<=[a-z])!(?=[a-z])/gi

/** What a sentence says beneath its mask: "1gn0re", "i g n o r e" and letters borrowed from other scripts read as "ignore". */
export function unmask(sentence: string): string {
  const oneScript = inOneScript(sentence)
  if (!masked.test(oneScript)) return oneScript
  const joined = oneScript.replace(spelledOut, (run) => run.replace(/[ .\-_*]/g, ''))
  return joined.replace(standIn, letterFor)
}

/** Whether a sentence, as it stands or unmasked, gives orders in so many words. */
export function plainlyGivesOrders(sentence: string): boolean {
  const plain = unmask(sentence)
  return wholeSentence.some((pattern) => pattern.test(plain) || (plain !== sentence && pattern.test(sentence)))
}
