import type { Output } from '../../../sdk/src/transport.ts'
import { formatCount, formatNumber, formatUsd, wordsOf } from '../words.ts'

type Model = Output<'list_models'>['models'][number]
type Column = { slug: string; name: string; numberOf: (model: Model, kind: string) => number | null; best: 'most' | 'least' }

const columns: Column[] = [
  { slug: 'quality', name: 'Quality', numberOf: ({ quality }, kind) => quality[kind]?.value ?? 0, best: 'most' },
  { slug: 'input', name: 'Input per 1M tokens', numberOf: (model) => model.input_cost_per_mtok, best: 'least' },
  { slug: 'output', name: 'Output per 1M tokens', numberOf: (model) => model.output_cost_per_mtok, best: 'least' },
  { slug: 'context', name: 'Context, tokens', numberOf: (model) => model.context_tokens, best: 'most' },
]

type Props = { models: Model[]; kind: string; sort: string | undefined; onSort: (sort: string) => void }

/** Every model with its numbers, in the order of one of them: the best first, or the other way round after a minus. */
export function ModelTable({ models, kind, sort, onSort }: Props) {
  const chosen = columns.find(({ slug }) => slug === sort?.replace('-', ''))
  const isBackwards = sort?.startsWith('-') ?? false
  const price = (value: number | null) => (value === null ? 'unknown' : formatUsd(value))
  return (
    // A scrolling region must be reachable by keyboard.
    <section class="table-scroll" tabIndex={0} aria-label="All models">
      <table class="models">
        <thead>
          <tr>
            <th scope="col">Model</th>
            {columns.map((column) => (
              <SortedBy
                column={column}
                state={column !== chosen ? undefined : isBackwards ? 'backwards' : 'best first'}
                onChoose={() => onSort(column === chosen && !isBackwards ? `-${column.slug}` : column.slug)}
              />
            ))}
            <th scope="col">Provider</th>
            <th scope="col">Profiles</th>
          </tr>
        </thead>
        <tbody>
          {(chosen ? inOrder(models, (model) => chosen.numberOf(model, kind), (chosen.best === 'most') !== isBackwards) : models).map(
            (model) => (
              <tr key={model.slug}>
                <th scope="row">{model.display_name}</th>
                <td class="number">
                  {formatNumber(model.quality[kind]?.value ?? 0)}
                  {model.quality[kind]?.is_guess && <span title="No published figure; inferred"> *</span>}
                </td>
                <td class="number">{price(model.input_cost_per_mtok)}</td>
                <td class="number">{price(model.output_cost_per_mtok)}</td>
                <td class="number">{formatCount(model.context_tokens)}</td>
                <td>{wordsOf(model.provider)}</td>
                <td>{model.profiles.length === 3 ? 'all' : model.profiles.join(', ')}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {models.some((model) => model.quality[kind]?.is_guess) && <p class="quiet">* inferred, no published figure of its own</p>}
    </section>
  )
}

type SortedByProps = { column: Column; state: 'best first' | 'backwards' | undefined; onChoose: () => void }

function SortedBy({ column: { name, best }, state, onChoose }: SortedByProps) {
  const falls = (best === 'most') === (state === 'best first')
  return (
    <th scope="col" class="number" aria-sort={state && (falls ? 'descending' : 'ascending')}>
      <button type="button" onClick={onChoose}>
        {name}
        <span aria-hidden="true">&nbsp;{state ? (falls ? '↓' : '↑') : '↕'}</span>
      </button>
    </th>
  )
}

/** What has no number comes last either way. */
function inOrder(models: Model[], numberOf: (model: Model) => number | null, falls: boolean): Model[] {
  const rank = (model: Model) => {
    const value = numberOf(model)
    return value === null ? Number.POSITIVE_INFINITY : falls ? -value : value
  }
  return models.toSorted((a, b) => rank(a) - rank(b) || 0)
}
