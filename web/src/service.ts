import { createWaymark } from '../../sdk/src/client.ts'
import type { Input, OperationName, Output } from '../../sdk/src/transport.ts'

const waymark = createWaymark({ baseUrl: location.origin, timeoutMs: 15_000 })

/** The pages' only way to the data: the same client and the same operations that agents use. */
export function ask<N extends OperationName>(name: N, input: Input<N>): Promise<Output<N>> {
  return waymark.call(name, input)
}
