import type { NamesProduct } from '../types.ts'

/** What a labelled part of a text is: what to do, what is left of it, who said what, where it is done, or something beside it. */
const labels = {
  left: "left(?: to do)?|what(?:['’]s| is) (?:still )?(?:left|missing|open)(?: to do)?|what (?:still )?remains(?: is)?|remaining(?: work| tasks?| steps?)?(?: for (?:you|me|us))?|still (?:to do|open)|open",
  task: '(?:(?:your|my|the|current|main|next|overall|final|new|original|this|actual|agent) )*(?:(?:sub-? ?)?(?:tasks?|goals?)|objectives?|query|question|instructions?|assignment|intent|action(?: item| required| needed)?|job)(?: #?\\d+(?: ?(?:of|/) ?\\d+)?)?',
  said: "(?:(?:the |quoted |original )*(?:user|human)(?:['’]s)?|(?:quoted |original |user(?:['’]s)? )request)(?: (?:request|message|query|prompt|input|said|says|asked|asks|wrote|writes))?|request",
  place: 'system|app|application|platform|service|workspace|target system',
  form: 'constraints?|(?:expected |desired |required )?(?:outputs?|results?)(?: format)?|returns?|(?:response |answer )?format|deadline|timeout',
  done: '(?:already )?(?:done|completed)(?: so far)?|so far|status|progress|previous (?:steps?|attempts?|results?)',
  aside:
    'context|background|notes?|due|budget|priority|persona|role|(?:success|acceptance) criteria|deliverables?|environment|limits?|rules|requirements|style|tone|audience|hints?|inputs?',
}
type Kind = keyof typeof labels
const kinds: readonly Kind[] = ['left', 'task', 'said', 'place', 'form', 'done', 'aside']
type Section = { kind: Kind; text: string }

/** A label stands at the start of a line, of a sentence or of what follows a semicolon. */
const labelled = new RegExp(
  `(?:^|\\n|(?<=[.!?;]["”’')]?)\\s)\\s*(?:[-*•]\\s+|#{1,6}\\s+|\\d{1,2}[.)]\\s+)?(?:\\*\\*|__)?(?:${kinds
    .map((kind) => `(?<${kind}>${labels[kind]})`)
    .join('|')})(?:\\*\\*|__)?(?:\\s*[:：]|\\n)(?:\\*\\*|__)?\\s*`,
  'giu',
)
/** "Step 3." and "Sub-task 2 of 4 -"; where several are numbered, they are the steps of the task. */
const numbered = /^\s*(?:step|part|phase|(?:sub-? ?)?task) ?#?\d{1,2}(?: ?(?:of|\/) ?\d{1,2})?\s*(?:[.:)]|[-–—]{1,2}(?=\s))\s*/iu
const anyNumber = /(?:^|[\n.;!?])\s*(?:step|part|phase|(?:sub-? ?)?task) ?#?\d/giu

/** What a text asks for that tells its parts apart by labels ("Done so far: ... Left: ..."); the text itself where it does not. */
export function taskOfSections(text: string, namesProduct: NamesProduct): string {
  const { before, sections } = sectionsOf(text)
  if (sections.length === 0) return withoutNumber(text)
  const wanted = wantedOf(before, sections)
  if (wanted.length === 0) return text
  const places = sections.filter(({ kind }) => kind === 'place').map((place) => `in ${place.text}`)
  const others = sections.filter(({ kind, text: other }) => (kind === 'aside' || kind === 'form') && namesProduct(other))
  const task = withoutNumber(wanted.map((section) => unquoted(section.text)).join('\n'))
  return [...others.map((other) => other.text), [task, ...places].join(' ')].join('\n')
}

/** The sections that say what to do; none where the labels are part of a text that is given. */
function wantedOf(before: string, sections: readonly Section[]): Section[] {
  const of = (kind: Kind) => sections.filter((section) => section.kind === kind && section.text !== '')
  if (of('left').length > 0) return of('left')
  // Of several lines of a conversation, which this is not read as, nobody knows which one counts.
  const said = of('said').filter((section) => !section.text.includes('\n'))
  if (before.trim() === '') return of('task').length > 0 ? of('task') : said
  const isTail = sections.every(({ kind }) => kind === 'place' || kind === 'form')
  return isTail ? [{ kind: 'task', text: before.trim().replace(/;$/, '') }] : []
}

function sectionsOf(text: string): { before: string; sections: Section[] } {
  const found = [...text.matchAll(labelled)]
  const sections = found.map((match, at) => {
    const kind = kinds.find((one) => match.groups?.[one] !== undefined) ?? 'aside'
    return { kind, text: text.slice(match.index + match[0].length, found[at + 1]?.index).trim() }
  })
  return { before: text.slice(0, found[0]?.index ?? text.length), sections }
}

function withoutNumber(text: string): string {
  const isOneOfMany = [...text.matchAll(anyNumber)].length > 1
  return (isOneOfMany ? '' : text.replace(numbered, '').trim()) || text
}

const quoted = /^["“«'](?<said>[^"“”«»]+)["”»'][.;]?$/u

/** What somebody is quoted with, without the quotation marks. */
export const unquoted = (text: string) => quoted.exec(text)?.groups?.said ?? text
