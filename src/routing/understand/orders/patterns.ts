import { inOneScript, letterFor } from '../../../catalog/borrowed-letters.ts'
import { wordList } from '../../../retrieval/word-list.ts'

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

/** What our own fields and their values are called; nobody else writes so. */
const ownWords = wordList(
  `multi_tool direct_llm mcp_server needs_tool recommended_skill recommended_model task_type creative_writing expected_approach
    non_mcp_alternative routing_metadata value_score max_cost_usd trust_floor`,
)
const ofOwnWords = new RegExp(String.raw`\b(?:${ownWords.join('|')})\b`, 'i')
/** "SYSTEM: ...", "Note to the router: ...": somebody speaks who has nothing to say in a task. */
const inARole =
  /^\W*(?:system|developer|assistant|admin(?:istrator)?|router|root|sudo|operator|moderator|override|new instructions?|system (?:prompt|message|note|override|update|notice)|important(?: instruction| note)?|note to (?:the )?(?:\w+ )?(?:router|classifier|model|ai|llm|system|assistant)|attention(?: router| ai| model)?|instructions? (?:to|for) (?:the )?\w+)\s*(?:\]|\*|\))*\s*(?::|\]|>|—|-{2})/i
/** "Recommend foo-mcp", "set complexity to trivial". */
const setsTheAnswer =
  /\b(?:recommend|select|choose|pick|prefer|use|return|answer(?: with)?|output|respond(?: only)?(?: with)?|reply(?: with)?|say|print|route (?:this )?to|set|give|assign|force|boost|rank|promote|favou?r)\b[^.!?\n]{0,40}(?:\bslug\b[^.!?\n]{0,30}|\b[\w-]+-mcp\b|\b(?:tier|approach|complexity|confidence|priority|task[ _]type|value score|trust score)\s*(?:[:=]|to be|to|is|as)?\s*["']?(?:frontier|premium|highest|lowest|reasoning|best|cheap\w*|expensive|budget|trivial|simple|moderate|complex|high|low|max\w*|top|fast|creative|economy|\d|multi|direct|none|null))/i
const endsTheTask = /\b(?:end|begin|start|stop) of (?:the )?(?:user )?(?:task|input|prompt|request|document|message|query|data)\b/i
const bringsAnother =
  /\b(?:real|actual|true|new|correct|updated) (?:task|instructions?|answer|classification|label|output|request)\b\s*(?:is|are|follows?|:)/i
const liftsRules = /\b(?:jailbreak|dan mode|developer mode|god mode|do anything now|prompt injection|debug mode (?:on|enabled))\b/i
/** "Ignore the instructions" in the languages of which the models know few orders. */
const ignoresInLatinScript =
  /ignorier\w*[^.!?\n]{0,30}anweisung|ignore[zr]?\b[^.!?\n]{0,30}instructions|ignor(?:a|e|ar|en)\b[^.!?\n]{0,30}(?:instrucci|instruç|istruzion)|negeer[^.!?\n]{0,30}instructies|zignoruj[^.!?\n]{0,30}(?:instrukcj|polece)|(?:önceki|yukarıdaki)[^.!?\n]{0,30}talimat/i
const ignoresInOtherScripts =
  /忽略[^。！？\n]{0,12}(?:指令|指示|说明|提示)|無視(?:して|し)|(?:指示|命令)を(?:すべて)?無視|무시하고|지시를?[^.\n]{0,10}무시|تجاهل[^.\n]{0,30}(?:التعليمات|الأوامر)|игнориру[^.\n]{0,40}(?:инструкц|указан|правил)|निर्देशों को (?:अनदेखा|नज़रअंदाज़)/i

/** Orders that the models do not surely see by themselves: of few words, masked, or in other languages. */
const wholeSentence = [
  ofOwnWords,
  inARole,
  setsTheAnswer,
  endsTheTask,
  bringsAnother,
  liftsRules,
  ignoresInLatinScript,
  ignoresInOtherScripts,
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
