import { createWaymark } from '../../sdk/src/client.ts'
import type { Input, OperationName, Output } from '../../sdk/src/transport.ts'
import { busy } from './busy.ts'

const usual = { baseUrl: location.origin, timeoutMs: 15_000 }
const waymark = createWaymark(usual)

/** The pages' only way to the data: the same client and the same operations that agents use. */
export function ask<N extends OperationName>(name: N, input: Input<N>): Promise<Output<N>> {
  return busy(waymark.call(name, input))
}

/** One part of a long list, and how long the whole list is. */
export async function askForPart<N extends OperationName>(name: N, input: Input<N>): Promise<{ part: Output<N>; total: number }> {
  let total = 0
  const counting: typeof fetch = async (url, init) => {
    const response = await fetch(url, init)
    total = Number(response.headers.get('x-total-count'))
    return response
  }
  return { part: await busy(createWaymark({ ...usual, fetch: counting }).call(name, input)), total }
}
