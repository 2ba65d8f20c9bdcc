/** The latest results of a function by key. Bounded: what was not asked for the longest time goes first. */
export type Recent<T> = { get: (key: string, isStillValid: (kept: T) => boolean, make: () => T) => T }

export function createRecent<T>(most: number): Recent<T> {
  const kept = new Map<string, T>()
  return {
    get(key, isStillValid, make) {
      const known = kept.get(key)
      const value = known !== undefined && isStillValid(known) ? known : make()
      kept.delete(key)
      kept.set(key, value)
      if (kept.size > most) kept.delete(kept.keys().next().value ?? '')
      return value
    },
  }
}
