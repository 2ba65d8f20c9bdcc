import { readsAsTask } from '../task-like.ts'
import type { NamesProduct } from '../types.ts'
import { segmentsOf } from '../words/sentences.ts'
import type { Field } from './fields.ts'

/** Names under which the task stands, those it may stand under, and those of what is said beside it. */
const surely =
  /\b(?:tasks?|subtasks?|goals?|objectives?|requests?|query|question|instructions?|prompt|user|human|customer|client|visitor|caller|guest|utterance|chat input|todo|assignment|need|remaining|left|open)\b/
const maybe =
  /\b(?:description|text|content|inputs?|message|summary|body|what|details?|intent|action|capability|payload|ask|job|work|subject|title|current|next)\b/
const hardly =
  /\b(?:ids?|number|priority|state|status|type|locale|language|node|tags?|deadline|due|budget|format|outputs?|returns?|results?|constraints?|context|background|notes?|completed|done|history|previous|earlier|reasoning|thought|rationale|decision|method|version|handler|tools?|assistant|bot|agent|ai|system prompt|persona|role|mood|tenant|mode|category|assigned|opened|timeout|received|created|by|at|time|date|criteria|audience|tone|style|later|must not)\b/
const place = /^(?:(?:target |source )?(?:system|app|application|platform|service|workspace|product)|source|destination|target)$/
/** What stands beside the task but may say where it is done. */
const telling = /\b(?:context|background|notes?|constraints?|inputs?)\b/

const longText = 1.5
const points = ({ name, text }: Field) =>
  (surely.test(name) ? 3 : maybe.test(name) ? 1.5 : 0) -
  (hardly.test(name) ? 3 : 0) +
  (readsAsTask(text) ? 2 : 0) +
  Math.min(longText, Math.log10(1 + text.split(/\s+/).length))
const leastPoints = 2.5

/** What the fields of a text ask for, with where it is done and whatever else names a product; null where no field is a task. */
export function taskOfFields(fields: readonly Field[], namesProduct: NamesProduct): string | null {
  let task: Field | null = null
  let most = leastPoints
  for (const field of fields) {
    const worth = place.test(field.name) ? 0 : points(field)
    // Of equals the last one counts: a conversation ends with what is asked now.
    if (worth < most) continue
    task = field
    most = worth
  }
  if (!task || (!readsAsTask(task.text) && fields.some((field) => field !== task && holdsTask(field.text)))) return null
  const isTelling = (field: Field) => field !== task && !place.test(field.name) && (telling.test(field.name) || !hardly.test(field.name))
  const others = fields.filter((field) => isTelling(field) && namesProduct(field.text)).map(({ text }) => text)
  const places = fields.filter(({ name }) => place.test(name)).map(({ text }) => `in ${text}`)
  return [...others, [spaced(task.text), ...places].join(' ')].join('\n')
}

/** What stands under the right name may say nothing while the task is written into another field. */
const holdsTask = (text: string) => segmentsOf(text).some(readsAsTask)

/** "create_event" is "create event". */
const spaced = (text: string) => (/\s/.test(text) ? text : text.replaceAll('_', ' '))
