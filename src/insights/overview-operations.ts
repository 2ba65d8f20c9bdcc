import * as z from 'zod'
import type { Metrics } from '../calls/metrics.ts'
import { operation } from '../calls/operation.ts'
import { modelEndpoint } from '../config.ts'
import { unresolvedByCluster } from '../routing/decisions/store.ts'
import { dayMs, dayOf, isoTime } from '../storage/days.ts'
import { causesOf, trafficOf } from './overview-rules.ts'
import { overviewOutput } from './overview-schema.ts'
import { largestMovements } from './overview-store.ts'

declare module '../calls/operation.ts' {
  interface Context {
    metrics: Pick<Metrics, 'requests' | 'duration' | 'classifications'>
  }
}

const windowDays = 7
const mostShown = 20

export const operatorOverview = operation({
  name: 'operator_overview',
  group: 'operator',
  http: 'GET /api/admin/overview',
  summary: 'What an operator looks at first: unresolved tasks, traffic, the classifier, score movements, pins and bans',
  effect: 'read',
  access: 'admin',
  input: z.object({}),
  output: overviewOutput,
  example: {},
  async run({ store, catalog, metrics, config, now }) {
    const since = isoTime(now().getTime() - windowDays * dayMs)
    const [unresolved, moved, requests, duration, classifications] = await Promise.all([
      unresolvedByCluster(store, since),
      largestMovements(store, dayOf(since), mostShown),
      metrics.requests.get(),
      metrics.duration.get(),
      metrics.classifications.get(),
    ])
    const nameOf = (slug: string) => catalog.find(slug)?.canonical_name ?? slug
    const shown = ({ slug, canonical_name, status_reason }: { slug: string; canonical_name: string; status_reason: string | null }) => ({
      slug,
      canonical_name,
      reason: status_reason,
    })
    const entries = catalog.everything()
    const classified = (result: string) => classifications.values.find(({ labels }) => labels.result === result)?.value ?? 0
    const classifier = modelEndpoint(config, 'CLASSIFIER')
    return {
      window_days: windowDays,
      unresolved: unresolved.slice(0, mostShown),
      traffic: trafficOf(requests.values, duration.values).slice(0, mostShown),
      classifier: {
        configured: classifier !== undefined,
        model: classifier?.model ?? null,
        answered: classified('answered'),
        late: classified('late'),
        unanswered: classified('unanswered'),
      },
      movements: moved.map((movement) => ({
        slug: movement.slug,
        canonical_name: nameOf(movement.slug),
        score_before: movement.score_before,
        score_after: movement.score_after,
        causes: causesOf(movement),
      })),
      pinned: entries.filter(({ pinned }) => pinned).map(shown),
      banned: entries.filter(({ status }) => status === 'banned').map(shown),
      quarantined: entries.filter(({ status }) => status === 'quarantined').length,
    }
  },
})
