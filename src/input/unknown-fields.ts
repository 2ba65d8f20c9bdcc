import type { FieldProblem, RenamedField } from '../errors.ts'
import { excerpt } from '../excerpt.ts'
import { fieldPath, formOf, type JsonSchema, typesOf } from './json-schema.ts'
import { isPartOfName, isSameName, nearest } from './nearest.ts'
import { isRecord } from './record.ts'

/** Which fields an input takes at each of its places, read once from its JSON Schema. */
export type FieldPlan = { root: Place; everywhere: readonly string[] }
/** Without `fields` the place takes any. `sameAs` names the field beside it that says the same and goes first. */
type Place = { fields?: ReadonlyMap<string, Place>; items?: Place; isText: boolean; sameAs?: string }

export function planFields(schema: JsonSchema): FieldPlan {
  const root = placeOf(schema)
  return { root, everywhere: pathsIn(root, '') }
}

function placeOf(schema: JsonSchema): Place {
  const form = formOf(schema)
  const { properties, additionalProperties, items } = form
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  return {
    isText: typesOf(form).includes('string'),
    ...(schema.same_as === undefined ? {} : { sameAs: schema.same_as }),
    ...(properties && !isOpen ? { fields: new Map(Object.entries(properties).map(([name, inner]) => [name, placeOf(inner)])) } : {}),
    ...(items ? { items: placeOf(items) } : {}),
  }
}

function pathsIn({ fields, items }: Place, path: string): string[] {
  const below = [...(fields ?? [])].flatMap(([name, inner]) => [fieldPath(path, name), ...pathsIn(inner, fieldPath(path, name))])
  return items ? [...below, ...pathsIn(items, `${path}[]`)] : below
}

const mostTold = 20
const longestName = 64

/** Agents pass it in every call, also where none is asked for, and each call counts towards its limit: nowhere is it a mistake. */
const welcomeEverywhere = 'agent_identity_id'
/** Every agent has these, so that they are never another field under a wrong name. */
const namesOfAgents = new Set([welcomeEverywhere, 'agent_name'])

/**
 * Unknown fields are ignored but reported: otherwise nobody would notice that a misspelt cap does not hold. So is the second of two that
 * should say the same and do not.
 */
export function ignoredFields(plan: FieldPlan, raw: unknown): string[] {
  const told: string[] = []
  const listed = new Set<ReadonlyMap<string, Place>>()
  collect(plan.root, raw, '', (path, name, place, holder) => {
    if (told.length >= mostTold || (path === '' && name === welcomeEverywhere)) return
    const first = place.get(name)?.sameAs
    if (first !== undefined) {
      const [sent, counted] = [fieldPath(path, name), fieldPath(path, first)]
      if (isContradicted(holder[name], holder[first])) told.push(`${sent} was ignored, because ${counted} is given too.`)
      return
    }
    const short = excerpt(name, longestName)
    const meant = nearestField(plan, { path, name: short, place })
    const wanted = meant === undefined && typeof holder[name] === 'string' ? fieldOfManyNames(place, holder) : undefined
    const isListed = (meant ?? wanted) === undefined && place.size > 0 && !listed.has(place)
    if (isListed) listed.add(place)
    const hint = hintAt(path, { meant, wanted, fields: isListed ? [...place.keys()] : undefined })
    told.push(`${fieldPath(path, short)} is not a field here and was ignored${hint}`)
  })
  return told
}

type Known = { meant: string | undefined; wanted: string | undefined; fields: readonly string[] | undefined }

function hintAt(path: string, { meant, wanted, fields }: Known): string {
  if (meant !== undefined) return `; did you mean ${meant}?`
  if (wanted !== undefined) return `; if it says what is wanted, send it as ${fieldPath(path, wanted)}.`
  return fields ? `; the fields are ${fields.join(', ')}.` : '.'
}

/** The field for text that has another name already, while neither was sent: unknown text was probably meant for it under yet another name. */
function fieldOfManyNames(place: ReadonlyMap<string, Place>, holder: Record<string, unknown>): string | undefined {
  const [other, field] = [...place].find(([, { isText, sameAs }]) => isText && sameAs !== undefined) ?? []
  const name = field?.sameAs
  return name === undefined || other === undefined || isGiven(holder[name]) || isGiven(holder[other]) ? undefined : name
}

/** Clients that send every field of a form send a null or an empty text for what they do not know. */
const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

const isContradicted = (value: unknown, first: unknown) => isGiven(value) && isGiven(first) && String(value) !== String(first)

/**
 * Where a field is missing that was sent under another name, or an object whose own fields were sent beside it, its problem says so:
 * nothing is ignored in what is refused. The only text, or list, that nothing else explains was probably meant for the only one that is
 * missing, however it is called.
 */
export function namingMisspelt(plan: FieldPlan, raw: unknown, problems: readonly FieldProblem[]): Named {
  const notes = new Map<string, { words: string; from?: string }>()
  const note = (meant: string | undefined, words: string, from?: string) => {
    if (meant !== undefined && !notes.has(meant)) notes.set(meant, { words, ...(from === undefined ? {} : { from }) })
  }
  const unexplained: Unexplained[] = []
  let looked = 0
  collect(plan.root, raw, '', (path, name, place, holder) => {
    if (place.has(name) || looked++ >= mostTold) return
    const short = excerpt(name, longestName)
    const sent = fieldPath(path, short)
    const meant = nearestHere(short, namesIn(path, place))
    const holding = path === '' ? holderOf(short, plan) : undefined
    note(meant, `you sent ${sent}, which is not a field here`, sent)
    note(holding, `you sent ${short} beside it, and it belongs inside`)
    const isExplained = meant !== undefined || holding !== undefined || (path === '' && namesOfAgents.has(name))
    const kind = kindOf(holder[name])
    if (kind && !isExplained) unexplained.push({ kind, path, sent, place, holder })
  })
  for (const only of unexplained.filter(({ kind }, _, all) => all.filter((other) => other.kind === kind).length === 1)) {
    const missing = looked > mostTold ? undefined : onlyMissing(only, problems)
    note(missing, `you sent ${only.sent}, which is not a field here; if it holds what is missing, send it as ${missing}`, only.sent)
  }
  const named = problems.map((problem) => {
    const noted = notes.get(problem.path)
    return noted === undefined ? problem : { ...problem, message: `${problem.message} (${noted.words})` }
  })
  const renamed = problems.flatMap(({ path: to }) => {
    const from = notes.get(to)?.from
    const isMissing = isRecord(raw) && from !== undefined && Object.hasOwn(raw, from) && !isGiven(raw[to])
    return isMissing && !to.includes('.') ? [{ from, to }] : []
  })
  return { problems: named, renamed }
}

type Named = { problems: FieldProblem[]; renamed: RenamedField[] }

type Kind = 'text' | 'list'
type Unexplained = { kind: Kind; path: string; sent: string; place: ReadonlyMap<string, Place>; holder: Record<string, unknown> }

function kindOf(value: unknown): Kind | undefined {
  if (Array.isArray(value)) return 'list'
  return typeof value === 'string' ? 'text' : undefined
}

/** The only field for a text, or for a list, that is missing where one was sent. */
function onlyMissing({ kind, path, place, holder }: Unexplained, problems: readonly FieldProblem[]): string | undefined {
  const absent = [...place].filter(([name, { isText, items }]) => (kind === 'text' ? isText : items) && (holder[name] ?? null) === null)
  const wanted = new Set(absent.map(([name]) => fieldPath(path, name)))
  const missing = problems.filter((problem) => wanted.has(problem.path))
  return missing.length === 1 ? missing[0]?.path : undefined
}

/** The object, or the list of objects, that has a field of this name. */
function holderOf(name: string, { everywhere }: FieldPlan): string | undefined {
  const known = everywhere.find((path) => path.includes('.') && isSameName(lastOf(path), name))
  return known?.slice(0, known.lastIndexOf('.')).replace(/\[\]$/, '')
}

/** A name that a query gives more than once arrives as a list, which only some fields take. */
export function repeatedFields({ root }: FieldPlan, query: unknown): FieldProblem[] {
  if (!isRecord(query)) return []
  return [...(root.fields ?? [])]
    .filter(([name, { items }]) => Array.isArray(query[name]) && !items)
    .map(([path]) => ({ path, message: 'is given more than once; send it once' }))
}

/** Told of every field that is unknown in its place, or says the same as another one. */
type Found = (path: string, name: string, place: ReadonlyMap<string, Place>, holder: Record<string, unknown>) => void

function collect({ fields, items }: Place, value: unknown, path: string, found: Found): void {
  if (Array.isArray(value)) {
    if (items) for (let at = 0; at < value.length; at++) collect(items, value[at], fieldPath(path, String(at)), found)
    return
  }
  if (!fields || !isRecord(value)) return
  for (const name of Object.keys(value)) {
    const inner = fields.get(name)
    if (!inner || inner.sameAs !== undefined) found(path, name, fields, value)
    else if (inner.fields || inner.items) collect(inner, value[name], fieldPath(path, name), found)
  }
}

type Unknown = { path: string; name: string; place: ReadonlyMap<string, Place> }

/** The same name in another place, else a name like it, or one that has its words, in this place, else one like it anywhere. */
function nearestField({ everywhere }: FieldPlan, { path, name, place }: Unknown): string | undefined {
  const same = everywhere.find((known) => isSameName(lastOf(known), name))
  return same ?? nearestHere(name, namesIn(path, place)) ?? nearestPath(name, everywhere)
}

const namesIn = (path: string, place: ReadonlyMap<string, Place>) => [...place.keys()].map((known) => fieldPath(path, known))

function nearestHere(name: string, here: readonly string[]): string | undefined {
  return nearestPath(name, here) ?? here.find((known) => isPartOfName(name, lastOf(known)))
}

function nearestPath(name: string, paths: readonly string[]): string | undefined {
  const choices = paths.map((path) => ({ value: path, names: [lastOf(path)] }))
  return nearest(name, choices, 1)[0]
}

const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)
