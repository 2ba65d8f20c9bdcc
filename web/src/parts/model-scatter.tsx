import { useState } from 'preact/hooks'
import type { Output } from '../../../sdk/src/transport.ts'
import { formatNumber, formatUsd } from './bar.tsx'

type Model = Output<'list_models'>['models'][number]
type Point = { model: Model; usd: number; quality: number; x: number; y: number; efficient: boolean }

const width = 800
const height = 420
const edge = { left: 48, right: 20, top: 16, bottom: 44 }

/** Price on a logarithmic axis against quality, with the efficient frontier drawn in. */
export function ModelScatter({ models, kind }: { models: Model[]; kind: string }) {
  const [shown, setShown] = useState<string>()
  const { points, ticks } = layOut(models, kind)
  const frontier = points.filter(({ efficient }) => efficient).sort((a, b) => a.x - b.x)
  const pointed = points.find(({ model }) => model.slug === shown)
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Price against quality for ${points.length} models; the efficient ones are ${frontier.map(({ model }) => model.display_name).join(', ')}`}
      >
        {[0, 2.5, 5, 7.5, 10].map((value) => (
          <g>
            <line class="grid-line" x1={edge.left} x2={width - edge.right} y1={yOf(value)} y2={yOf(value)} />
            <text class="tick" x={edge.left - 8} y={yOf(value) + 4} text-anchor="end">
              {value}
            </text>
          </g>
        ))}
        {ticks.map(({ x, usd }) => (
          <text class="tick" x={x} y={height - 18} text-anchor="middle">
            {formatUsd(usd)}
          </text>
        ))}
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
        {frontier.map(({ model, x, y }, i) => (
          <text class="dot-label" x={Math.min(x + 8, width - 120)} y={y - 8 - (i % 2) * 10}>
            {model.display_name}
          </text>
        ))}
      </svg>
      <figcaption>
        {pointed
          ? `${pointed.model.display_name} (${pointed.model.provider}): quality ${formatNumber(pointed.quality)}, ${formatUsd(pointed.usd)} per million input tokens`
          : 'Input price per million tokens, left to right; quality from 0 to 10, upwards. The table below holds the same numbers.'}
      </figcaption>
    </figure>
  )
}

const yOf = (quality: number) => height - edge.bottom - (quality / 10) * (height - edge.top - edge.bottom)

function layOut(models: Model[], kind: string): { points: Point[]; ticks: { x: number; usd: number }[] } {
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
