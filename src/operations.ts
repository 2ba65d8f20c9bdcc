import { agentOperations } from './agents/operations.ts'
import { badgeOperations } from './badges/operations.ts'
import type { Operation } from './calls/operation.ts'
import { catalogOperations } from './catalog/operations.ts'
import { challengeOperations } from './challenges/operations.ts'
import { creditOperations } from './credits/operations.ts'
import { gatewayOperations } from './gateways/operations.ts'
import { insightOperations } from './insights/operations.ts'
import { leaderboardOperations } from './leaderboards/operations.ts'
import { missionOperations } from './missions/operations.ts'
import { personalOperations } from './personal/operations.ts'
import { registryOperations } from './registry/operations.ts'
import { routingOperations } from './routing/operations.ts'
import { serviceOperations } from './service/operations.ts'
import { telemetryOperations } from './telemetry/operations.ts'
import { verificationOperations } from './verification/operations.ts'
import { webhookOperations } from './webhooks/operations.ts'

/** THE TABLE. Every face, the SDK types and the reference are loops over it. */
export const operations: readonly Operation[] = [
  ...agentOperations,
  ...webhookOperations,
  ...routingOperations,
  ...telemetryOperations,
  ...catalogOperations,
  ...creditOperations,
  ...missionOperations,
  ...challengeOperations,
  ...verificationOperations,
  ...badgeOperations,
  ...leaderboardOperations,
  ...registryOperations,
  ...gatewayOperations,
  ...insightOperations,
  ...personalOperations,
  ...serviceOperations,
]
