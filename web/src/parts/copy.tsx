import { useRef, useState } from 'preact/hooks'
import { setApart } from './set-apart.tsx'

type Props = { text: string; label: string; prose?: boolean; quoted?: string | undefined }

/** Text to take away, with a button that copies it and says so. Prose is wrapped, since it has no lines to keep. */
export function Copyable({ text, label, prose = false, quoted }: Props) {
  const [said, setSaid] = useState<'Copied' | 'Selected'>()
  const code = useRef<HTMLElement>(null)
  const copy = async () => {
    setSaid((await copied(text, code.current)) ? 'Copied' : 'Selected')
    setTimeout(() => setSaid(undefined), 1500)
  }
  return (
    <div class={prose ? 'copyable prose' : 'copyable'}>
      <section class="scroll" tabIndex={0} aria-label={label}>
        <pre>
          <code ref={code}>{setApart(text, quoted ? [quoted] : [])}</code>
        </pre>
      </section>
      <button type="button" class="small" onClick={copy}>
        {said ?? 'Copy'}
        <span class="visually-hidden"> {label}</span>
      </button>
      <span class="visually-hidden" role="status">
        {said && announcements[said]}
      </span>
    </div>
  )
}

const announcements = { Copied: 'Copied to the clipboard', Selected: 'The text is selected; copy it with the keyboard' }

/** Pages served over plain HTTP have no clipboard; there the text is selected and copied the old way, or left selected. */
async function copied(text: string, shown: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (!shown) return false
    getSelection()?.selectAllChildren(shown)
    return document.execCommand('copy')
  }
}
