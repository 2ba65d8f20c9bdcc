const known: readonly [RegExp, string][] = [
  [/^\(?mit\b/i, 'MIT'],
  [/^apache/i, 'Apache-2.0'],
  [/^agpl|affero/i, 'AGPL-3.0'],
  [/^lgpl/i, 'LGPL-3.0'],
  [/^gpl-?v?2/i, 'GPL-2.0'],
  [/^gpl|^gnu general/i, 'GPL-3.0'],
  [/^mpl|^mozilla/i, 'MPL-2.0'],
  [/^bsd.?2/i, 'BSD-2-Clause'],
  [/^0bsd/i, '0BSD'],
  [/^bsd/i, 'BSD-3-Clause'],
  [/^isc/i, 'ISC'],
  [/^(the )?unlicense/i, 'Unlicense'],
  [/^cc0/i, 'CC0-1.0'],
  [/^zlib/i, 'Zlib'],
]
const unknown = /noassertion|not found|unknown|^other$|view license|^none$|^n\/a$|^see /i

/** One spelling per licence; null where the directories only say that they do not know. */
export function tidyLicense(license: string | null): string | null {
  const given = license?.trim() ?? ''
  if (given === '' || unknown.test(given)) return null
  return known.find(([pattern]) => pattern.test(given))?.[1] ?? given.slice(0, 80)
}
