import type { Operation } from '../operation.ts'

export const missionOperations: Operation[] = []
