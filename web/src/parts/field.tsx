import { useEffect, useId, useRef } from 'preact/hooks'
import { counted } from '../words.ts'

export function Field({
  label,
  value,
  onInput,
  hint,
  secret = false,
  focused = false,
  needs,
}: {
  label: string
  value: string
  onInput: (value: string) => void
  hint?: string
  secret?: boolean
  /** For a field that appears because somebody asked for it: that is where they go on. */
  focused?: boolean
  /** How many characters a form that is sent must have here. */
  needs?: { least: number; most?: number }
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) input.current?.focus()
  }, [])
  useEffect(() => {
    const isBlank = needs !== undefined && value !== '' && value.trim().length < needs.least
    input.current?.setCustomValidity(
      isBlank ? `Please fill in at least ${counted(needs.least, 'character')}, not counting the blanks around.` : '',
    )
  }, [value])
  const shared = {
    id,
    ref: input,
    value,
    autocomplete: 'off',
    dir: 'auto' as const,
    required: needs !== undefined,
    minLength: needs?.least,
    maxLength: needs?.most,
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
