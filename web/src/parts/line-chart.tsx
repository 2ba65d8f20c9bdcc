import { useWidth } from '../use-width.ts'
import { formatDate } from '../words.ts'

export type Point = { day: string; value: number }

const height = 150
const edge = { right: 8, top: 14, bottom: 28 }
const digitWidth = 8

/** How a number moved from day to day between its least and its most; the first and the last are also said in words. */
export function LineChart({ title, points, format }: { title: string; points: Point[]; format: (value: number) => string }) {
  const [figure, width] = useWidth<HTMLElement>(480)
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return null
  const { left, spots, marks } = layOut(points, width, format)
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
          {marks.map(({ y, text }) => (
            <g>
              <line class="grid-line" x1={left} x2={width - edge.right} y1={y} y2={y} />
              <text class="tick" x={left - 8} y={y + 4} text-anchor="end">
                {text}
              </text>
            </g>
          ))}
          <polyline class="line" points={spots.map(({ x, y }) => `${x},${y}`).join(' ')} />
          {spots.map(({ x, y }) => (
            <circle class="dot efficient" cx={x} cy={y} r={spots.length > 40 ? 1.5 : 3} />
          ))}
          <text class="tick" x={left} y={height - 8}>
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

type Layout = { left: number; spots: { x: number; y: number }[]; marks: { y: number; text: string }[] }

function layOut(points: Point[], width: number, format: (value: number) => string): Layout {
  const times = points.map(({ day }) => Date.parse(day))
  const values = points.map(({ value }) => value)
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // What the numbers beside it do not show, the line does not show either.
  const isFlat = format(low) === format(high)
  const texts = isFlat ? [format(high)] : [format(high), format(low)]
  const left = 14 + digitWidth * Math.max(...texts.map((text) => text.length))
  const across = (share: number) => left + share * (width - left - edge.right)
  const up = (share: number) => height - edge.bottom - share * (height - edge.top - edge.bottom)
  return {
    left,
    spots: points.map(({ value }, i) => ({
      x: across(to === from ? 0.5 : ((times[i] ?? from) - from) / (to - from)),
      y: up(isFlat ? 0.5 : (value - low) / (high - low)),
    })),
    marks: texts.map((text, i) => ({ text, y: up(isFlat ? 0.5 : 1 - i) })),
  }
}
