import type { Operation } from '../operation.ts'

export const telemetryOperations: Operation[] = []
