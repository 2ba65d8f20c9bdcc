/** A value that is made when it is first asked for, and then kept. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The same for each of many objects; what was made goes with its object. */
export function oncePer<K extends object, T>(make: (object: K) => T): (object: K) => T {
  const made = new WeakMap<K, { value: T }>()
  return (object) => {
    let known = made.get(object)
    if (!known) {
      known = { value: make(object) }
      made.set(object, known)
    }
    return known.value
  }
}
