import { useId } from 'preact/hooks'

export function Field({
  label,
  value,
  onInput,
  hint,
  secret = false,
}: {
  label: string
  value: string
  onInput: (value: string) => void
  hint?: string
  secret?: boolean
}) {
  const id = useId()
  const shared = {
    id,
    value,
    autocomplete: 'off',
    'aria-describedby': hint ? `${id}-hint` : undefined,
    onInput: (event: InputEvent & { currentTarget: HTMLInputElement }) => onInput(event.currentTarget.value),
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {secret ? <input {...shared} type="password" /> : <input {...shared} type="text" />}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}
