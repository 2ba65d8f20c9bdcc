import { wordsOf } from '../words.ts'

type Props = {
  label: string
  value: string | undefined
  options: readonly string[]
  /** What choosing nothing is called. */
  none?: string
  onChoose: (value: string) => void
}

/** A filter by slug. What the address asks for is shown even where there is no such option, or none is loaded yet. */
export function Choice({ label, value, options, none = 'All', onChoose }: Props) {
  return (
    <label>
      {label}
      <select value={value ?? ''} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">{none}</option>
        {[...new Set(value ? [...options, value] : options)].map((option) => (
          <option value={option}>{wordsOf(option)}</option>
        ))}
      </select>
    </label>
  )
}
