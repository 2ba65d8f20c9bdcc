import { useEffect, useState } from 'preact/hooks'

export type Answered<T> = { state: 'loading' } | { state: 'failed'; error: Error; retry: () => void } | { state: 'ready'; value: T }

/** Asks again whenever the key changes; an answer that comes after a newer question is dropped. */
export function useAnswer<T>(key: string, question: () => Promise<T>): Answered<T> {
  const [attempt, setAttempt] = useState(0)
  const [answered, setAnswered] = useState<Answered<T>>({ state: 'loading' })
  useEffect(() => {
    let current = true
    const retry = () => setAttempt((count) => count + 1)
    question().then(
      (value) => current && setAnswered({ state: 'ready', value }),
      (error: Error) => current && setAnswered({ state: 'failed', error, retry }),
    )
    return () => {
      current = false
    }
  }, [key, attempt])
  return answered
}
