import { isRecord } from '../../../input/record.ts'
import { leadsAnInstruction } from '../steps/clauses.ts'
import { readsAsTask } from '../task-like.ts'

/** A text with a name to it, in whatever notation: a key of JSON, a tag, a label, the speaker of a line. */
export type Field = { name: string; text: string }

/** The fields of a text that consists of them; none where it is prose. */
export function fieldsOf(text: string): Field[] {
  const trimmed = text.trim().replace(/^```\w*\s*|\s*```$/g, '')
  for (const read of [fieldsOfJson, fieldsOfTags, fieldsOfLines, fieldsOfAssignments]) {
    const fields = read(trimmed).filter((field) => field.text !== '')
    if (fields.length > 0) return fields
  }
  return []
}

function fieldsOfJson(text: string): Field[] {
  if (!/^[{[][\s\S]*[}\]]$/.test(text)) return []
  try {
    return leavesOf('', JSON.parse(text))
  } catch {
    return []
  }
}

/** Who speaks, in the messages of a conversation. */
const speakerKeys = ['role', 'speaker', 'author', 'from', 'sender'] as const

function leavesOf(name: string, value: unknown): Field[] {
  if (typeof value === 'string') return [{ name: inWords(name), text: value.trim() }]
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(name, item))
  if (!isRecord(value)) return []
  const speaker = speakerKeys.map((key) => value[key]).find((said) => typeof said === 'string')
  const isSaid = speaker !== undefined && ('content' in value || 'text' in value || 'message' in value)
  if (isSaid) return leavesOf(speaker, value.content ?? value.text ?? value.message)
  return Object.entries(value).flatMap(([key, item]) => leavesOf(key, item))
}

/** Elements that hold no other ones. What a tag says of its speaker counts more than its name. */
const element = /<([\w-]+)((?:\s+[\w-]+="[^"]*")*)\s*>([^<]+)<\/\1>/g
const spokenBy = /(?:speaker|role|author|from|name)="([^"]*)"/

function fieldsOfTags(text: string): Field[] {
  if (!/^<[\w-]/.test(text) || !/<\/[\w-]+>$/.test(text)) return []
  return [...text.matchAll(element)].map(([, tag = '', attributes = '', inner = '']) => ({
    name: inWords(spokenBy.exec(attributes)?.[1] ?? tag),
    text: inner.trim(),
  }))
}

/** "**Goal**: ...", "| request | ...", "[09:16] visitor: ...", "Customer (10:42): ..." */
const labelledLine =
  /^\s*(?:[-*•>]\s+|#{1,6}\s+|\|\s*)?(?:\[[\d:. -]+\]\s*)?(?:\*\*|__)?(?<name>\p{L}[\p{L}\p{N}_ .#/'-]{0,38}?)(?:\*\*|__)?\s*(?:\([\d:. -]+\)\s*)?(?::|=|\|)(?!\/)(?:\*\*|__)?(?:\s+|$)(?<text>.*)$/u
const heading = /^\s*#{1,6}\s+(?<name>\p{L}[\p{L} ]{0,38})$/u
const fewestFields = 2
const leastShare = 0.6
const longestTitle = 4
const isInstruction = (line: string) => /\S\s+\S/.test(line.trim()) && leadsAnInstruction(line.trim())

/** Lines of "name: text", rows of a table, or headings with what stands under them. A text that begins with an instruction only holds such lines. */
function fieldsOfLines(text: string): Field[] {
  const lines = text.split(/\n|\s+\|\s+(?=\p{L}[\p{L} ]{0,30}:\s)/u).filter((line) => /[\p{L}\p{N}]/u.test(line))
  if (lines.length < fewestFields || isInstruction(lines[0]!)) return []
  const fields: Field[] = []
  let labelled = 0
  for (const line of lines) {
    const found = isInstruction(line) ? undefined : (heading.exec(line) ?? labelledLine.exec(line))?.groups
    const last = fields.at(-1)
    if (found) {
      labelled++
      fields.push({ name: inWords(found.name!), text: bareValue(found.text ?? '') })
    } else if (last) {
      // Somebody may have put a form beside a task that stands there plainly.
      if (last.text !== '' && readsAsTask(line)) return []
      last.text = `${last.text}\n${line.trim()}`.trim()
    } else if (line !== lines[0] || line.trim().split(/\s+/).length > longestTitle) return []
  }
  const isStructured = labelled >= fewestFields && (labelled >= leastShare * lines.length || lines.some((line) => heading.test(line)))
  return isStructured ? fields : []
}

/** text="..." in a line of a log, --query "..." of a command, ask(task="...") of a call. */
const assignment = /(?:--)?([\p{L}_]{2,30})(?:=|\s|:\s*)"([^"]{3,})"/gu
const isMachineWritten = /^\d{4}-\d\d-\d\d|^\p{L}[\w.]*\([\p{L}_]+\s*[=:]|^[\w.-]+(?:\s+[\w-]+)?\s+--\p{L}/u

function fieldsOfAssignments(text: string): Field[] {
  if (!isMachineWritten.test(text)) return []
  return [...text.matchAll(assignment)].map(([, name = '', value = '']) => ({ name: inWords(name), text: value.trim() }))
}

/** A value without its quotation marks, the end of its row, or the remark behind it. */
const bareValue = (value: string) =>
  value
    .replace(/\s*\|\s*$|\s+#\s[^"]*$/u, '')
    .trim()
    .replace(/^(["'])(.*)\1$/su, '$2')

/** "chatInput" and "user_message" are "chat input" and "user message". */
const inWords = (name: string) =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_.#-]+/g, ' ')
    .trim()
    .toLowerCase()
