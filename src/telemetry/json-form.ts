import { checkJson } from './code-syntax.ts'

/** An object with a name in quotation marks, within lists or alone: nothing else begins like this, however it ends. */
const beginsAsObject = /^(?:\[\s*)*\{\s*"[^"\n]*"\s*:/
/** Brackets may hold a footnote or a gap to fill in as well. */
const beginsAsJson = /^(?:\{\s*["}]|\[\s*["{\]])/
/** Meant as JSON where that was asked for, though names may lack their quotation marks; two braces open a template. */
const beginsLikeJson = /^(?:\{(?!\s*[{%])|\[\s*(?:[[{\]"'\d-]|true\b|false\b|null\b))/
const asked =
  /\b(?:as|in|into|to|return|returns|respond with|answer with|output|valid|als|im|en|em|au)\s+(?:an?\s+|one\s+|valid\s+|strict\s+|format\s+|formato\s+)*json\b(?!\s*lines)/i

const isBracketed = (text: string) => /^[[{]/.test(text) && /[\]}]$/.test(text)
const isJson = (text: string) => checkJson(text) === undefined

/** Whether an output presents itself as JSON, well formed or not. */
export function isMeantAsJson(text: string): boolean {
  if (isJsonLines(text)) return false
  return beginsAsObject.test(text) || (isBracketed(text) && (beginsAsJson.test(text) || isJson(text)))
}

/** Whether it was meant as the JSON that the task asks for. */
export const isMeantForTask = (text: string, task: string) => asked.test(task) && beginsLikeJson.test(text)

/** One value on each line, as logs and data sets have it: JSON of its own kind. */
function isJsonLines(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length > 1 && lines.every((line) => isBracketed(line.trim()) && isJson(line))
}
