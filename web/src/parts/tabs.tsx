import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'

type Tab = { label: string; content: ComponentChildren }

/** Tabs that follow the usual keys: arrows move, Home and End jump. */
export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const last = tabs.length - 1
    const to = { ArrowRight: Math.min(last, chosen + 1), ArrowLeft: Math.max(0, chosen - 1), Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setChosen(to)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab, i) => (
          <button
            type="button"
            role="tab"
            id={`${id}-tab-${i}`}
            aria-selected={i === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={i === chosen ? 0 : -1}
            onClick={() => setChosen(i)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${chosen}`}>
        {tabs[chosen]?.content}
      </div>
    </div>
  )
}
