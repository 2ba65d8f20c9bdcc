import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from './usage.ts'

/** The lines of a text, without those that are empty. */
export const readLines = (path: string): string[] => readFileSync(path, 'utf8').split('\n').filter(Boolean)

/** The caller knows the form of the file's lines. */
export const readJsonl = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, at) => (line === '' ? [] : [parsed(line, `${path}:${at + 1}`) as T]))

/** The lines of a file, or of all .jsonl files of a folder. */
export function readJsonlIn<T>(path: string): T[] {
  const files = path.endsWith('.jsonl') ? [path] : globSync(join(path, '*.jsonl')).sort()
  if (files.length === 0) throw new UsageError(`There are no .jsonl files of tasks in ${path}`)
  return files.flatMap((file) => readJsonl<T>(file))
}

function parsed(line: string, place: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new UsageError(`Not a line of JSON: ${place}`)
  }
}

export const writeJsonl = (path: string, rows: readonly object[]): void =>
  writeFileSync(path, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`)
