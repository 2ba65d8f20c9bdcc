import type { Output } from '../../../sdk/src/transport.ts'
import { wordsOf } from '../words.ts'

type Listed = Output<'list_models'>
type Model = Listed['models'][number]
type Tier = Listed['tiers'][number]
export type Profile = Listed['profiles'][number]['profile']

type Props = { tiers: Tier[]; models: Model[]; profile: Profile; without: string[] }

/** The tier's models in the order the router takes them, less those of providers that were taken away. */
function choicesOf(tier: Tier, { models, profile, without }: Pick<Props, 'models' | 'profile' | 'without'>): Model[] {
  const ordered = (tier.choices[profile] ?? []).flatMap((slug) => models.find((model) => model.slug === slug) ?? [])
  return ordered.filter(({ provider }) => !without.includes(provider))
}

/** What it means to do without some providers, in words. */
export function ChangedChoices({ tiers, models, profile, without }: Props) {
  if (without.length === 0) return null
  const changes = tiers.flatMap((tier) => {
    const [before] = choicesOf(tier, { models, profile, without: [] })
    const [after] = choicesOf(tier, { models, profile, without })
    return before === after ? [] : [{ tier: wordsOf(tier.tier), before, after }]
  })
  const standIn = tiers.some((tier) => choicesOf(tier, { models, profile, without }).length > 0) ? '; the nearest tier stands in' : ''
  return (
    <section class="card highlight" aria-live="polite">
      <h2>Without {without.map(wordsOf).join(', ')}</h2>
      {changes.length === 0 ? (
        <p>The first choice of every tier stays as it is.</p>
      ) : (
        <ul>
          {changes.map(({ tier, before, after }) => (
            <li>
              {tier}: {after ? `${after.display_name} instead of ${before?.display_name}` : `nothing is left${standIn}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function TierCards({ tiers, ...rest }: Props) {
  return (
    <div class="grid even">
      {tiers.map((tier) => {
        const [first, ...others] = choicesOf(tier, rest)
        return (
          <section class="card">
            <h3>{wordsOf(tier.tier)}</h3>
            <p>{tier.tier_description}</p>
            {first ? (
              <p>
                <strong>{first.display_name}</strong>
                {others.length > 0 && (
                  <span class="quiet">
                    , then{' '}
                    {others
                      .slice(0, 2)
                      .map(({ display_name }) => display_name)
                      .join(', ')}
                  </span>
                )}
              </p>
            ) : (
              <p class="quiet">With these providers no model fits this tier.</p>
            )}
          </section>
        )
      })}
    </div>
  )
}
