import { readFileSync } from 'node:fs'
import { thrownCode, thrownMessage } from '../thrown.ts'

/** The contents of a JSON file that the user named; the error names the file if it is missing or not JSON. */
export function readJsonFile(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(thrownCode(error) === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${thrownMessage(error)}`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file} is not JSON: ${thrownMessage(error)}`)
  }
}
