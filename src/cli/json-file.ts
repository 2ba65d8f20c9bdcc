import { readFileSync } from 'node:fs'

/** The contents of a JSON file that the user named; the error names the file if it is missing or not JSON. */
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
