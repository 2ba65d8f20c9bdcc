import { useEffect, useState } from 'preact/hooks'

const restMs = 120

/** The value once it has rested for a while, so that typing asks once and not at every key. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
