import { readFileSync, writeFileSync } from 'node:fs'

/** The caller knows the form of the file's lines. */
export const readJsonl = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T)

export const writeJsonl = (path: string, rows: readonly object[]): void =>
  writeFileSync(path, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`)
