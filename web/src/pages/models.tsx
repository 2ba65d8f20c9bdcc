import { useState } from 'preact/hooks'
import type { Output } from '../../../sdk/src/transport.ts'
import { formatNumber, formatUsd } from '../parts/bar.tsx'
import { ModelScatter } from '../parts/model-scatter.tsx'
import { Await, Empty } from '../parts/states.tsx'
import { ask } from '../service.ts'
import { useAnswer } from '../use-answer.ts'
import { useTitle } from '../use-title.ts'
import { formatCount, wordsOf } from '../words.ts'

type Models = Output<'list_models'>['models']
type Tier = Output<'list_models'>['tiers'][number]

export function Models() {
  useTitle('Models')
  const answered = useAnswer('models', () => ask('list_models', {}))
  return (
    <section class="page">
      <h1>Models</h1>
      <p class="lead">Price against quality. The line joins the models that no other beats on both.</p>
      <Await answered={answered}>{({ models, tiers }) => <ModelsPage models={models} tiers={tiers} />}</Await>
    </section>
  )
}

function ModelsPage({ models, tiers }: { models: Models; tiers: Tier[] }) {
  const providers = [...new Set(models.map(({ provider }) => provider))]
  const kinds = Object.keys(models[0]?.quality ?? {})
  const [without, setWithout] = useState<string[]>([])
  const [kind, setKind] = useState(kinds.includes('reasoning') ? 'reasoning' : (kinds[0] ?? ''))
  const left = models.filter(({ provider }) => !without.includes(provider))
  const toggle = (provider: string) =>
    setWithout(without.includes(provider) ? without.filter((other) => other !== provider) : [...without, provider])
  return (
    <>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Kind of task
          <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
            {kinds.map((name) => (
              <option value={name}>{wordsOf(name)}</option>
            ))}
          </select>
        </label>
        <fieldset>
          <legend>Providers you can use</legend>
          {providers.map((provider) => (
            <label class="check">
              <input type="checkbox" checked={!without.includes(provider)} onChange={() => toggle(provider)} /> {provider}
            </label>
          ))}
        </fieldset>
      </form>
      {left.length === 0 ? <Empty>No provider is left. Tick at least one.</Empty> : <ModelScatter models={left} kind={kind} />}
      <h2>Tiers</h2>
      <div class="grid">
        {tiers.map((tier) => (
          <TierCard tier={tier} models={left.filter((model) => model.tiers.includes(tier.tier))} kind={kind} />
        ))}
      </div>
      <h2>All models</h2>
      <ModelTable models={left} kind={kind} />
    </>
  )
}

function TierCard({ tier, models, kind }: { tier: Tier; models: Models; kind: string }) {
  const best = [...models].sort((a, b) => (b.quality[kind]?.value ?? 0) - (a.quality[kind]?.value ?? 0)).slice(0, 3)
  return (
    <section class="card">
      <h3>{wordsOf(tier.tier)}</h3>
      <p>{tier.tier_description}</p>
      {best.length === 0 ? (
        <p class="quiet">With these providers no model fits this tier.</p>
      ) : (
        <p class="quiet">{best.map(({ display_name }) => display_name).join(' · ')}</p>
      )}
    </section>
  )
}

function ModelTable({ models, kind }: { models: Models; kind: string }) {
  const price = (value: number | null) => (value === null ? 'unknown' : formatUsd(value))
  return (
    // A scrolling region must be reachable by keyboard.
    <section class="table-scroll" tabIndex={0} aria-label="All models">
      <table>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Provider</th>
            <th scope="col" class="number">
              Quality
            </th>
            <th scope="col" class="number">
              Input / 1M
            </th>
            <th scope="col" class="number">
              Output / 1M
            </th>
            <th scope="col" class="number">
              Context
            </th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <tr>
              <th scope="row">{model.display_name}</th>
              <td>{model.provider}</td>
              <td class="number">
                {formatNumber(model.quality[kind]?.value ?? 0)}
                {model.quality[kind]?.is_guess && <span title="No published figure; inferred"> *</span>}
              </td>
              <td class="number">{price(model.input_cost_per_mtok)}</td>
              <td class="number">{price(model.output_cost_per_mtok)}</td>
              <td class="number">{formatCount(model.context_tokens)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">* inferred, no published figure of its own</p>
    </section>
  )
}
