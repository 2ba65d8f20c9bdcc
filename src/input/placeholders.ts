/** A placeholder in the arguments of a next step, which its reader replaces; it says what belongs there where that is known. */
export const placeholder = (name: string, what?: string) => `<your ${name}${what === undefined ? '' : `: ${what}`}>`

/** Names are shared by all agents, and a name that another one took is that agent's. */
export const newNamePlaceholder = placeholder('name', 'with your project or a random suffix in it')

const form = /^\s*<your [^<>]+>\s*$/

export const isPlaceholder = (text: string) => form.test(text)

/** For text that may be anything: an agent that sends a placeholder back unfilled would otherwise pass it off as a name or a task. */
export const isFilled = (text: string) => !isPlaceholder(text)
export const unfilled = 'is a place to fill in: put your own value there'
