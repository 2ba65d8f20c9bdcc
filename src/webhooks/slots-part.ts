const mostAtOnce = 20
const mostOfOneHost = 8
const heldMs = 2000

export type Slots = ReturnType<typeof openSlots>

/** An address that cannot be read is refused when it is called. */
const hostOf = (url: string) => URL.parse(url)?.host ?? ''

/**
 * What bounds the deliveries under way: so many in all, and so many to one host. A delivery that takes longer than a slot may be held
 * goes on without one, so that slow receivers hold up nobody; there are never more of these than its timeout allows.
 */
export function openSlots() {
  const byHost = new Map<string, number>()
  let inAll = 0

  function give(host: string): void {
    inAll--
    const left = (byHost.get(host) ?? 1) - 1
    if (left > 0) byHost.set(host, left)
    else byHost.delete(host)
  }

  return {
    left: () => mostAtOnce - inAll,
    /** False for a host that holds as many as it may. */
    take(url: string): boolean {
      const host = hostOf(url)
      const ofHost = byHost.get(host) ?? 0
      if (ofHost >= mostOfOneHost) return false
      inAll++
      byHost.set(host, ofHost + 1)
      return true
    },
    /** Gives the slot back when the work is over, or takes too long. */
    async during<T>(url: string, work: Promise<T>): Promise<T> {
      const host = hostOf(url)
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        give(host)
      }, heldMs)
      try {
        return await work
      } finally {
        clearTimeout(timer)
        if (!isLate) give(host)
      }
    },
  }
}
