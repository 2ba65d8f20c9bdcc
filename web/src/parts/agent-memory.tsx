import { createWaymark } from '../../../sdk/src/client.ts'
import type { Output } from '../../../sdk/src/transport.ts'
import { useAnswer } from '../use-answer.ts'
import { counted, formatNumber, kindOfTask, wordsOf } from '../words.ts'
import { RankRow } from './rank-row.tsx'
import { Await, Empty } from './states.tsx'

type Cluster = {
  cluster: string
  call_count: number
  success_rate: number | null
  historical_model?: string | null
  historical_skill?: string | null
}

/** What has worked for an agent, by kind of work. */
export function AgentMemory({ id }: { id: string }) {
  const answered = useAnswer(`memory ${id}`, () =>
    createWaymark({ baseUrl: location.origin, agentIdentityId: id }).call('agent_memory', { agent_identity_id: id }),
  )
  return (
    <section class="card">
      <h2>What it remembers</h2>
      <Await answered={answered}>
        {({ model_memory, skill_memory }) => {
          const [models, tools] = [clustersOf(model_memory), clustersOf(skill_memory)]
          if (models.length + tools.length === 0) return <Empty>Fewer than three samples of any kind of work so far.</Empty>
          return (
            <>
              <Clusters title="About tools" clusters={tools} />
              <Clusters title="About models" clusters={models} />
            </>
          )
        }}
      </Await>
    </section>
  )
}

type Memory = Output<'agent_memory'>
const clustersOf = (memory: Memory['model_memory'] | Memory['skill_memory']): Cluster[] =>
  memory && 'top_clusters' in memory ? memory.top_clusters : []

function Clusters({ title, clusters }: { title: string; clusters: Cluster[] }) {
  if (clusters.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul class="ranks">
        {clusters.map((cluster) => (
          <Remembered cluster={cluster} />
        ))}
      </ul>
    </>
  )
}

function Remembered({ cluster }: { cluster: Cluster }) {
  const [tier = '', signal = ''] = cluster.cluster.split(':')
  const success = cluster.success_rate === null ? '' : ` · ${formatNumber(cluster.success_rate * 100, 0)}% successful`
  return (
    <RankRow figure={`${counted(cluster.call_count, 'call')}${success}`}>
      {kindOfTask(signal)} <small>{cluster.historical_skill || cluster.historical_model ? <Served {...cluster} /> : wordsOf(tier)}</small>
    </RankRow>
  )
}

function Served({ historical_skill, historical_model }: Cluster) {
  return <>best with {historical_skill ? <a href={`/tools/${historical_skill}`}>{historical_skill}</a> : historical_model}</>
}
