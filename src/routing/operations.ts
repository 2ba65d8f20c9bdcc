import type { Operation } from '../operation.ts'

export const routingOperations: Operation[] = []
