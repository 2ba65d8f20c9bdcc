import type { IntegrationHealth } from './schema.ts'

/** What an agent did lately: routing decisions it received and outcomes it reported, some of them linked to a decision. */
export type Activity = { decisions: number; submissions: number; linked: number; successes: number; distinct_qualities: number }

const fewestSubmissions = 20
const highestHonestSuccess = 0.98
const fewQualities = 5

type Check = IntegrationHealth['checks'][number]

export function judgeHealth({ decisions, submissions, linked, successes, distinct_qualities }: Activity): IntegrationHealth {
  const checks: Check[] = []
  // An agent that asked without its identity and then reports on the decision has called routing too.
  if (submissions > 0 && decisions === 0 && linked === 0) {
    checks.push({
      code: 'NO_ROUTING_CALLS',
      severity: 'advisory',
      message:
        'You report outcomes but never ask for a route. Call POST /api/route or /api/route/model first and report with its decision_id.',
      docs: '/docs#route',
    })
  }
  if (decisions > 0 && submissions === 0) {
    checks.push({
      code: 'NO_TELEMETRY_FEEDBACK',
      severity: 'advisory',
      message:
        'You ask for routes but never report how they went. Call POST /api/report or /api/report/model after each task; it pays credits.',
      docs: '/docs#report',
    })
  }
  const enough = submissions >= fewestSubmissions
  if (enough && distinct_qualities <= fewQualities) {
    const found =
      distinct_qualities === 0
        ? 'No quality value'
        : `Only ${distinct_qualities} distinct quality ${distinct_qualities === 1 ? 'value' : 'values'}`
    checks.push({
      code: 'LOW_QUALITY_VARIANCE',
      severity: 'warning',
      message: `${found} in ${submissions} submissions. Rate each output by itself, with decimals.`,
      docs: '/docs#report',
    })
  }
  if (enough && successes / submissions > highestHonestSuccess) {
    checks.push({
      code: 'UNREALISTIC_SUCCESS_RATE',
      severity: 'warning',
      message: `More than ${highestHonestSuccess * 100}% of ${submissions} submissions are successes. Report failures and partial successes too: they teach the most.`,
      docs: '/docs#report',
    })
  }
  return { status: worst(checks), checks }
}

function worst(checks: readonly Check[]): IntegrationHealth['status'] {
  if (checks.some(({ severity }) => severity === 'warning')) return 'warning'
  return checks.length > 0 ? 'advisory' : 'ok'
}
