import type { Waymark } from '../../../sdk/src/client.ts'

/** What each part of the operator's page is given: the way to the service, how to do something and then look again, and how often that was done. */
export type OperatorParts = { waymark: Waymark; act: (work: () => Promise<unknown>) => Promise<void>; round: number }
