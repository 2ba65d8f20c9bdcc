let waiting = 0

/** While anything is on its way, a line at the top of the page says so; what is there until then stays and can be read. */
export async function busy<T>(work: Promise<T>): Promise<T> {
  waiting += 1
  document.documentElement.toggleAttribute('data-busy', true)
  try {
    return await work
  } finally {
    waiting -= 1
    document.documentElement.toggleAttribute('data-busy', waiting > 0)
  }
}
