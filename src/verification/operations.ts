import type { Operation } from '../operation.ts'

export const verificationOperations: Operation[] = []
