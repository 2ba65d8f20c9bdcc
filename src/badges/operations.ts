import type { Operation } from '../operation.ts'

export const badgeOperations: Operation[] = []
