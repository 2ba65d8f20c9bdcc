import type { ComponentChildren } from 'preact'

/** A line of a ranking or a list of records: what it is about, and its figure at the other end. */
export function RankRow({ rank, figure, children }: { rank?: number; figure: string; children: ComponentChildren }) {
  return (
    <li value={rank}>
      <div>
        <span>{children}</span>
        <span class="figure">{figure}</span>
      </div>
    </li>
  )
}
