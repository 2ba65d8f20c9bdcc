type Breaker = {
  /** False while the other side is left alone after failing too often. */
  mayTry: () => boolean
  succeeded: () => void
  failed: () => void
}

// A few failures may be chance, and half a minute is soon enough to try again.
const failures = 5
const restMs = 30_000

/** After so many failures in a row nothing is tried for a while; then one try decides whether to go on. */
export function createBreaker(nowMs: () => number): Breaker {
  let inRow = 0
  let restUntil = 0
  let isTrying = false
  return {
    mayTry() {
      if (inRow < failures) return true
      const restLeft = restUntil - nowMs()
      // A clock that was set back does not prolong the pause.
      if ((restLeft > 0 && restLeft <= restMs) || isTrying) return false
      isTrying = true
      return true
    },
    succeeded() {
      inRow = 0
      isTrying = false
    },
    failed() {
      inRow++
      isTrying = false
      if (inRow >= failures) restUntil = nowMs() + restMs
    },
  }
}
