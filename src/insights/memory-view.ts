import { type ClusterHistory, recall } from '../routing/memory/agent-memory.ts'

const topClusters = 10

/** All clusters of one kind, the most called first. */
export function summarize<K extends 'historical_model' | 'historical_skill'>(clusters: readonly ClusterHistory[], key: K) {
  return {
    total_calls: clusters.reduce((sum, { call_count }) => sum + call_count, 0),
    distinct_clusters: clusters.length,
    top_clusters: clusters.slice(0, topClusters).map((history) => {
      const memory = recall(history)
      return {
        cluster: history.cluster,
        call_count: history.call_count,
        success_rate: memory?.success_rate ?? null,
        avg_quality: memory?.avg_quality ?? null,
        ...named(key, memory?.historical ?? null),
      }
    }),
  }
}

export function detail<K extends 'historical_model' | 'historical_skill'>(clusters: readonly ClusterHistory[], key: K) {
  const memory = clusters[0] ? recall(clusters[0]) : null
  if (!memory) return null
  const { historical, candidates, ...counts } = memory
  return { ...named(key, historical), ...counts, candidates: candidates.map(({ subject, ...rest }) => ({ slug: subject, ...rest })) }
}

function named<K extends string, V>(key: K, value: V): Record<K, V> {
  // The one key of this record is the one given.
  return { [key]: value } as Record<K, V>
}
