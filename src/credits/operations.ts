import type { Operation } from '../operation.ts'

export const creditOperations: Operation[] = []
