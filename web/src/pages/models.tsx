import type { Output } from '../../../sdk/src/transport.ts'
import { ModelScatter } from '../parts/model-scatter.tsx'
import { ModelTable } from '../parts/model-table.tsx'
import { Await, Empty } from '../parts/states.tsx'
import { ChangedChoices, type Profile, TierCards } from '../parts/tier-choices.tsx'
import { ask } from '../service.ts'
import { useQuery } from '../use-address.ts'
import { useAnswer } from '../use-answer.ts'
import { useTitle } from '../use-title.ts'
import { formatCount, kindOfTask, wordsOf } from '../words.ts'

type Listed = Output<'list_models'>
type Models = Listed['models']

export function Models() {
  useTitle('Models')
  const answered = useAnswer('models', () => ask('list_models', {}))
  return (
    <section class="page">
      <h1>Models</h1>
      <p class="lead">Price against quality. The line joins the models that no other beats on both.</p>
      <Await answered={answered}>{(listed) => <ModelsPage listed={listed} />}</Await>
    </section>
  )
}

function ModelsPage({ listed: { models, tiers, profiles } }: { listed: Listed }) {
  const kinds = Object.keys(models[0]?.quality ?? {})
  const { query, setQuery } = useQuery()
  const providers = new Set<string>(models.map(({ provider }) => provider))
  const without = (query.without ?? '').split(',').filter((provider) => providers.has(provider))
  const profile: Profile = profiles.find((one) => one.profile === query.profile)?.profile ?? 'standard'
  const kind = [query.kind, 'reasoning', ...kinds].find((name) => name && kinds.includes(name)) ?? ''
  const left = models.filter((model) => !without.includes(model.provider) && model.profiles.includes(profile))
  const chosen = profiles.find((candidate) => candidate.profile === profile)
  return (
    <>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Kind of task
          <select value={kind} onChange={(event) => setQuery({ kind: event.currentTarget.value })}>
            {kinds.map((name) => (
              <option value={name}>{kindOfTask(name)}</option>
            ))}
          </select>
        </label>
        <label>
          Profile
          <select value={profile} onChange={(event) => setQuery({ profile: event.currentTarget.value })}>
            {profiles.map((one) => (
              <option value={one.profile}>{wordsOf(one.profile)}</option>
            ))}
          </select>
        </label>
        <Providers models={models} without={without} onChange={(names) => setQuery({ without: names.join(',') })} />
      </form>
      <p class="quiet">
        {chosen?.rule} {formatCount(left.length)} of {formatCount(models.length)} models.
      </p>
      <ChangedChoices tiers={tiers} models={models} profile={profile} without={without} />
      {left.length === 0 ? <Empty>No model is left. Tick at least one provider.</Empty> : <ModelScatter models={left} kind={kind} />}
      <h2>Tiers</h2>
      <p class="quiet">The order of each tier. Which of its models a task gets depends on how hard it is and on what you prefer.</p>
      <TierCards tiers={tiers} models={models} profile={profile} without={without} />
      <h2>All models</h2>
      <ModelTable models={left} kind={kind} sort={query.sort} onSort={(sort) => setQuery({ sort })} />
    </>
  )
}

type ProvidersProps = { models: Models; without: string[]; onChange: (without: string[]) => void }

function Providers({ models, without, onChange }: ProvidersProps) {
  const toggle = (provider: string) =>
    onChange(without.includes(provider) ? without.filter((other) => other !== provider) : [...without, provider])
  return (
    <fieldset>
      <legend>Providers you can use</legend>
      {[...new Set(models.map(({ provider }) => provider))].map((provider) => (
        <label class="check">
          <input type="checkbox" checked={!without.includes(provider)} onChange={() => toggle(provider)} /> {wordsOf(provider)}
        </label>
      ))}
    </fieldset>
  )
}
