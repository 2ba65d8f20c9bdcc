import { Copyable } from './copy.tsx'
import { Tabs } from './tabs.tsx'

/** The same thing in the words of each client or language. */
export function Snippets({ label, snippets }: { label: string; snippets: [name: string, text: string][] }) {
  return (
    <Tabs
      label={label}
      tabs={snippets.map(([name, text]) => ({ label: name, content: <Copyable text={text} label={`${name} snippet`} /> }))}
    />
  )
}
