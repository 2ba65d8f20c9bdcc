import type { Operation } from '../operation.ts'

export const challengeOperations: Operation[] = []
