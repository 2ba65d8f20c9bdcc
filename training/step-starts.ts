/** Where the further steps of a task begin: the first words of each, in the order of the text, and the order of doing where it is another. */
export type Cuts = { cuts?: string[]; order?: number[] }
/** The word that a further step begins with, and whether that step is done before the one told before it. */
type StepStart = [word: number, earlier: 0 | 1]

/** Null where it is not known: nothing is marked, or the text lacks what is. */
export function stepStarts({ t: text, m, cuts, order }: Cuts & { t: string; m: 0 | 1 }): StepStart[] | null {
  if (m === 0) return []
  if (!cuts) return null
  const done = (step: number) => (order ? order.indexOf(step) : step)
  const starts: StepStart[] = []
  let from = 0
  for (const [i, cut] of cuts.entries()) {
    const at = text.indexOf(cut, from)
    if (at <= 0) return null
    starts.push([wordAt(text, at), done(i + 2) < done(i + 1) ? 1 : 0])
    from = at + 1
  }
  return starts
}

const wordAt = (text: string, at: number) => (text.slice(0, at + 1).match(/\S+/g) ?? []).length - 1
