/** The most recent answers by key; the least recently used goes first. */
export function createRemembered<T>(most: number): { get: (key: string) => T | undefined; set: (key: string, value: T) => void } {
  const kept = new Map<string, T>()
  return {
    get(key) {
      const value = kept.get(key)
      if (value === undefined) return undefined
      kept.delete(key)
      kept.set(key, value)
      return value
    },
    set(key, value) {
      kept.delete(key)
      kept.set(key, value)
      if (kept.size > most) kept.delete(kept.keys().next().value ?? '')
    },
  }
}
