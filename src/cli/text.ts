import { styleText } from 'node:util'
import { excerpt } from '../excerpt.ts'

const styles = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const
type Style = (typeof styles)[number]
export type Paint = Record<Style, (text: string) => string>

export function paintFor(colours: boolean | undefined): Paint {
  const brush = (style: Style) => (text: string) => (colours ? styleText(style, text, { validateStream: false }) : text)
  // One brush for each style of the list, which is what the type says.
  return Object.fromEntries(styles.map((style) => [style, brush(style)])) as Paint
}

/** Text from a catalog or a service is shown as text: control characters, which a terminal would obey, are left out. */
export function plain(text: unknown): string {
  return String(text ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${excerpt(text, most - 1).trimEnd()}…`
}

/** What was done, and below it each number that was adjusted on the way. */
export const withWarnings = (told: string, { warnings = [] }: { warnings?: readonly string[] }) => [told, ...warnings].join('\n')

/** Columns under a header line; the last column is not padded. */
export function tableOf(header: readonly string[], rows: readonly (readonly string[])[], paint: Paint): string {
  const cells = rows.map((row) => row.map(plain))
  const widths = header.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i]?.length ?? 0)))
  const line = (row: readonly string[]) => row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join('  ')
  return [paint.dim(line(header)), ...cells.map(line)].join('\n')
}

/** Name and value pairs, one a line, without those that have no value. */
export function factsOf(pairs: readonly (readonly [string, unknown])[], paint: Paint): string {
  const shown = pairs.filter(([, value]) => value !== undefined && value !== null && value !== '')
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => `${paint.dim(name.padEnd(width))}  ${plain(value)}`).join('\n')
}
