import type { NamesProduct } from '../types.ts'
import { fieldsOf } from './fields.ts'
import { taskOfSections, unquoted } from './sections.ts'
import { taskOfFields } from './task-field.ts'

/** Agents hand a task over in a form: as JSON, in tags, under a label, beside a deadline. What the form asks for is the task. */
export function taskInForm(text: string, namesProduct: NamesProduct): string {
  return unquoted((taskOfFields(fieldsOf(text), namesProduct) ?? taskOfSections(text, namesProduct)).trim())
}
