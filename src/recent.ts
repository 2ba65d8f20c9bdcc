/** Sets a key as the newest of a map; beyond `most` keys the oldest one goes, so that a cache never grows without bound. */
export function setNewest<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > most) map.delete(map.keys().next().value ?? '')
}

/** The latest values by key, `most` of them; the one that was not used for the longest time goes first. */
export type Recent<T> = {
  get: (key: string) => T | undefined
  set: (key: string, value: T) => void
  getOrMake: (key: string, make: () => T, isStillValid?: (kept: T) => boolean) => T
}

export function createRecent<T>(most: number): Recent<T> {
  const kept = new Map<string, T>()
  return {
    get(key) {
      const value = kept.get(key)
      if (value !== undefined) setNewest(kept, key, value, most)
      return value
    },
    set: (key, value) => setNewest(kept, key, value, most),
    getOrMake(key, make, isStillValid = () => true) {
      const known = kept.get(key)
      const value = known !== undefined && isStillValid(known) ? known : make()
      setNewest(kept, key, value, most)
      return value
    },
  }
}
