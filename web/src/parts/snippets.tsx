import { Copyable } from './copy.tsx'
import { Tabs } from './tabs.tsx'

type Props = {
  label: string
  snippets: [name: string, text: string][]
  /** Somebody’s own words in them, in whatever direction these are written. */
  quoted?: string | undefined
}

/** The same thing in the words of each client or language. */
export function Snippets({ label, snippets, quoted }: Props) {
  return (
    <Tabs
      label={label}
      tabs={snippets.map(([name, text]) => ({ label: name, content: <Copyable text={text} label={`${name} snippet`} quoted={quoted} /> }))}
    />
  )
}
