import { useState } from 'preact/hooks'
import type { Output } from '../../../sdk/src/transport.ts'
import { useWidth } from '../use-width.ts'
import { formatNumber, formatUsd, wordsOf } from '../words.ts'
import { placeLabels } from './place-labels.ts'

type Model = Output<'list_models'>['models'][number]
type Point = { model: Model; usd: number; quality: number; x: number; y: number; efficient: boolean }

const height = 420
const edge = { left: 40, right: 20, top: 22, bottom: 40 }

/** Price on a logarithmic axis against quality, with the efficient frontier drawn in. */
export function ModelScatter({ models, kind }: { models: Model[]; kind: string }) {
  const [figure, width] = useWidth<HTMLElement>(1000)
  const [shown, setShown] = useState<string>()
  const { points, ticks } = layOut(models, kind, width)
  const frontier = points.filter(({ efficient }) => efficient).sort((a, b) => a.x - b.x)
  const pointed = points.find(({ model }) => model.slug === shown)
  return (
    <figure class="chart" ref={figure}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Price against quality for ${points.length} models; the efficient ones are ${frontier.map(({ model }) => model.display_name).join(', ')}`}
      >
        <Axes width={width} ticks={ticks} />
        <polyline class="frontier" points={frontier.map(({ x, y }) => `${x},${y}`).join(' ')} />
        {points.map(({ model, x, y, efficient }) => (
          <circle
            class={`dot ${efficient ? 'efficient' : ''}`}
            cx={x}
            cy={y}
            r={shown === model.slug ? 8 : 5}
            onMouseEnter={() => setShown(model.slug)}
            onMouseLeave={() => setShown(undefined)}
          >
            <title>{model.display_name}</title>
          </circle>
        ))}
        <Labels frontier={frontier} points={points} width={width} />
      </svg>
      <figcaption>
        {pointed
          ? `${pointed.model.display_name} (${wordsOf(pointed.model.provider)}): quality ${formatNumber(pointed.quality)}, ${formatUsd(pointed.usd)} per million input tokens`
          : 'Input price per million tokens, left to right; quality from 0 to 10, upwards. The table below holds the same numbers.'}
      </figcaption>
    </figure>
  )
}

function Axes({ width, ticks }: { width: number; ticks: { x: number; usd: number }[] }) {
  return (
    <>
      {[0, 2.5, 5, 7.5, 10].map((value) => (
        <g>
          <line class="grid-line" x1={edge.left} x2={width - edge.right} y1={yOf(value)} y2={yOf(value)} />
          <text class="tick" x={edge.left - 8} y={yOf(value) + 4} text-anchor="end">
            {formatNumber(value, value % 1 === 0 ? 0 : 1)}
          </text>
        </g>
      ))}
      {ticks.map(({ x, usd }) => (
        <text class="tick" x={x} y={height - 14} text-anchor="middle">
          {formatUsd(usd)}
        </text>
      ))}
    </>
  )
}

function Labels({ frontier, points, width }: { frontier: Point[]; points: Point[]; width: number }) {
  const dots = frontier.map(({ model, x, y }) => ({ x, y, text: model.display_name }))
  const room = { left: edge.left, right: width - 4, top: 2, bottom: height - edge.bottom }
  return (
    <>
      {placeLabels(dots, points, room).map(({ x, y, text }) => (
        <text class="dot-label" x={x} y={y}>
          {text}
        </text>
      ))}
    </>
  )
}

const yOf = (quality: number) => height - edge.bottom - (quality / 10) * (height - edge.top - edge.bottom)

function layOut(models: Model[], kind: string, width: number): { points: Point[]; ticks: { x: number; usd: number }[] } {
  const priced = models.flatMap((model) => {
    const quality = model.quality[kind]?.value
    return model.input_cost_per_mtok === null || model.input_cost_per_mtok <= 0 || quality === undefined
      ? []
      : [{ model, usd: model.input_cost_per_mtok, quality }]
  })
  const logs = priced.map(({ usd }) => Math.log10(usd))
  const low = Math.floor(Math.min(...logs) * 2) / 2
  const high = Math.ceil(Math.max(...logs) * 2) / 2 || low + 1
  const xOf = (usd: number) =>
    edge.left + 12 + ((Math.log10(usd) - low) / Math.max(0.5, high - low)) * (width - edge.left - edge.right - 24)
  const points = priced.map((entry) => ({
    ...entry,
    x: xOf(entry.usd),
    y: yOf(entry.quality),
    efficient: !priced.some(
      (other) =>
        other !== entry &&
        other.usd <= entry.usd &&
        other.quality >= entry.quality &&
        (other.usd < entry.usd || other.quality > entry.quality),
    ),
  }))
  const steps = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30].filter((usd) => Math.log10(usd) >= low - 0.01 && Math.log10(usd) <= high + 0.01)
  return { points, ticks: steps.map((usd) => ({ usd, x: xOf(usd) })) }
}
