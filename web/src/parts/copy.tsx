import { useState } from 'preact/hooks'

/** Text to take away, with a button that copies it and says so. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  return (
    <div class="copyable">
      <section class="scroll" tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <button type="button" class="small" onClick={copy}>
        {copied ? 'Copied' : 'Copy'}
      </button>
      <span class="visually-hidden" role="status">
        {copied ? 'Copied to the clipboard' : ''}
      </span>
    </div>
  )
}
