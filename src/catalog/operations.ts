import type { Operation } from '../operation.ts'

export const catalogOperations: Operation[] = []
