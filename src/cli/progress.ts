const width = 28

/** One line of progress: a bar where the whole is known, a running count where it is not. */
function progressLine(done: number, total: number | null, what: string): string {
  if (total === null || total === 0) return `${done.toLocaleString('en')} ${what}`
  const share = Math.min(1, done / total)
  const filled = Math.round(share * width)
  const figures = `${Math.floor(share * 100)}% ${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${what}`
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${figures}`
}

/** Draws over the same line of a terminal; silent everywhere else. */
export function progressBar(isTerminal: boolean, write: (text: string) => void) {
  const clear = '\r\u001b[2K'
  return {
    show: (done: number, total: number | null, what: string) => {
      if (isTerminal) write(`${clear}${progressLine(done, total, what)}`)
    },
    end: () => {
      if (isTerminal) write(clear)
    },
  }
}
