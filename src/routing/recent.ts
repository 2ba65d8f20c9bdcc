/** The latest results of a function by key. Bounded: what was not asked for the longest time goes first. */
export type Recent<T> = { get: (key: string, make: () => T, isStillValid?: (kept: T) => boolean) => T }

export function createRecent<T>(most: number): Recent<T> {
  const kept = new Map<string, T>()
  return {
    get(key, make, isStillValid = () => true) {
      const known = kept.get(key)
      const value = known !== undefined && isStillValid(known) ? known : make()
      kept.delete(key)
      kept.set(key, value)
      if (kept.size > most) kept.delete(kept.keys().next().value ?? '')
      return value
    },
  }
}
