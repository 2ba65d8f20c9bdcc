import { formatScore } from '../words.ts'

/** A labelled bar with its number, so that colour and length never carry the information alone. */
export function Bar({
  label,
  value,
  most = 10,
  tone = 'accent',
  shown = formatScore(value),
}: {
  label: string
  value: number
  most?: number
  tone?: 'accent' | 'quiet'
  /** The value in words, where it is not a score. */
  shown?: string
}) {
  const share = Math.max(0, Math.min(1, value / most))
  return (
    <div class="bar">
      <span class="bar-label">
        <bdi>{label}</bdi>
      </span>
      <svg class={`bar-track ${tone}`} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bar-rest" width="100" height="8" />
        <rect class="bar-fill" width={share * 100} height="8" />
      </svg>
      <span class="bar-value">{shown}</span>
    </div>
  )
}
