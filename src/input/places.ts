/** A place in the arguments of a next step that its reader fills in, with what belongs there where that is known. */
export const placeFor = (name: string, what?: string) => `<your ${name}${what === undefined ? '' : `: ${what}`}>`

const place = /^\s*<your [^<>]+>\s*$/

export const isPlace = (text: string) => place.test(text)

/** For text that may be anything: an agent that sends a place back unfilled would otherwise pass it off as a name or a task. */
export const isFilled = (text: string) => !isPlace(text)
export const unfilled = 'is a place to fill in: put your own value there'
