import { readFileSync } from 'node:fs'

/** What a file that the user named holds; says which file it is when there is none, or no JSON in it. */
export function readJsonFile(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`)
  }
}
