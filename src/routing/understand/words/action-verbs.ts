import { wordList, wordSet } from '../../../retrieval/word-list.ts'

/** Verbs that begin an instruction. "think" verbs are done by a language model itself, "act" verbs reach outside. */
const thinkVerbs =
  wordList(`summarise summarize translate explain describe analyse analyze compare rewrite rephrase paraphrase proofread draft write compose outline brainstorm
  classify categorize categorise rank prioritise prioritize evaluate assess interpret calculate compute estimate suggest recommend propose decide judge
  condense boil distil shorten simplify extract highlight identify list name think solve clean format reformat review`)

const actVerbs =
  wordList(`send email e-mail mail text message notify alert dm ping tell inform remind reply respond forward post publish tweet share announce broadcast book
  reserve order buy purchase schedule reschedule cancel plan arrange set search find look lookup fetch get retrieve pull grab read scan check monitor
  watch query run execute export import download upload save store log record write append insert add create make generate build open close file raise
  update edit change modify delete remove drop clear rename move copy archive merge commit push deploy release roll rollback restart start stop pause
  resume enable disable turn switch assign reassign label tag invite block mute play stream pay charge refund transfer issue invoice convert crawl
  scrape browse visit navigate click fill submit take capture screenshot transcribe call dial track locate geocode map verify validate test lint review
  approve reject mark sync backup restore migrate provision scale install configure subscribe unsubscribe enrol enroll register sign put place attach
  link show display give provide print chart plot draw render visualise visualize report compile collect gather research investigate diagnose triage
  escalate resolve reopen follow join leave host enrich score apply translate crop resize trim cut caption dub clone fork pin star rate sell trade swap
  withdraw deposit stake mint ship deliver sort filter group count sum match reconcile hire onboard offboard borrow rent rotate revoke grant unlock lock
  dim brew vacuum feed water go paste pop lay pick prepare note jot stick load ask chase nudge warn brief hand queue replace keep bring bounce hold`)

export const thinkVerbSet: ReadonlySet<string> = new Set(thinkVerbs)
const instructionVerbs = new Set([...thinkVerbs, ...actVerbs])

export function isInstructionVerb(word: string): boolean {
  return instructionVerbs.has(word)
}

/** "sending" → "send", "creating" → "create", "planned" → "plan"; undefined where no known verb lies behind the form. */
export function baseVerb(word: string): string | undefined {
  if (instructionVerbs.has(word)) return word
  const stem = word.replace(/(?:ing|ed|es|s)$/, '')
  if (stem === word || stem.length < 2) return undefined
  for (const candidate of [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1'), stem.replace(/i$/, 'y')])
    if (instructionVerbs.has(candidate)) return candidate
  return word === 'has' ? 'get' : undefined
}

/** Verbs that change something outside by themselves, so that two different ones are two pieces of work. */
const doingVerbs =
  wordSet(`send email mail text message notify remind reply forward post publish tweet share book reserve order buy purchase schedule cancel pay transfer apply
  deliver ship upload save store record log file issue refund invite call play print register enrol enroll submit deploy restart borrow rent sell`)

export function isDoingVerb(verb: string): boolean {
  return doingVerbs.has(verb)
}

/** What verbs leave behind, so that "post it" can say what is posted. */
const verbsByResult = {
  'the summary': 'summarise summarize condense shorten',
  'the translation': 'translate',
  'the transcript': 'transcribe',
  'the results': 'search find look lookup research query gather collect investigate',
  'the findings': 'analyse analyze evaluate assess compare review',
  'the draft': 'draft compose write outline',
  'the chart': 'chart plot draw visualise visualize render',
  'the screenshot': 'screenshot capture',
  'the exported file': 'export download',
  'the collected data': 'scrape crawl extract fetch pull read retrieve get',
}
const resultsByVerb = new Map(Object.entries(verbsByResult).flatMap(([result, verbs]) => wordList(verbs).map((verb) => [verb, result])))

export function resultOf(verb: string): string | undefined {
  return resultsByVerb.get(verb)
}
