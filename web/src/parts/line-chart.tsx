import { useWidth } from '../use-width.ts'
import { formatDate } from '../words.ts'

export type Point = { day: string; value: number }

const height = 150
const edge = { left: 8, right: 8, top: 22, bottom: 26 }

/** How a number moved from day to day; the first and the last are also said in words. */
export function LineChart({ title, points, format }: { title: string; points: Point[]; format: (value: number) => string }) {
  const [figure, width] = useWidth<HTMLElement>(480)
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return null
  const spots = layOut(points, width)
  const words = `from ${format(first.value)} on ${formatDate(first.day)} to ${format(last.value)} on ${formatDate(last.day)}`
  return (
    <figure class="line-chart" ref={figure}>
      <figcaption>
        <strong>{title}</strong> <span>{format(last.value)}</span>
      </figcaption>
      {points.length === 1 ? (
        <p class="quiet">One day so far: {formatDate(last.day)}.</p>
      ) : (
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={`${title}: ${words}`}>
          <line class="grid-line" x1={edge.left} x2={width - edge.right} y1={height - edge.bottom} y2={height - edge.bottom} />
          <polyline class="line" points={spots.map(({ x, y }) => `${x},${y}`).join(' ')} />
          {spots.map(({ x, y }) => (
            <circle class="dot efficient" cx={x} cy={y} r={spots.length > 40 ? 1.5 : 3} />
          ))}
          <text class="tick" x={edge.left} y={height - 8}>
            {formatDate(first.day)}
          </text>
          <text class="tick" x={width - edge.right} y={height - 8} text-anchor="end">
            {formatDate(last.day)}
          </text>
        </svg>
      )}
    </figure>
  )
}

function layOut(points: Point[], width: number): { x: number; y: number }[] {
  const times = points.map(({ day }) => Date.parse(day))
  const values = points.map(({ value }) => value)
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const across = (share: number) => edge.left + share * (width - edge.left - edge.right)
  const up = (share: number) => height - edge.bottom - 8 - share * (height - edge.top - edge.bottom - 8)
  return points.map(({ value }, i) => ({
    x: across(to === from ? 0.5 : ((times[i] ?? from) - from) / (to - from)),
    y: up(high === low ? 0.5 : (value - low) / (high - low)),
  }))
}
