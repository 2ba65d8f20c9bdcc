// One ability per model from many incomparable benchmarks. Each figure is read as
//   standardised value = level(benchmark) + slope(benchmark) * (ability(model) + effect(effort, kind)) + noise,
// so a hard board full of strong models does not make them look average, and a figure at full effort is compared with
// one at low effort only after the difference that effort makes for that kind of work has been taken off. Fitted by alternating ridge steps.

export type BenchmarkFile = {
  benchmarks: { id: string; measures: string; unit: string; higher_is_better: boolean; source: string; date: string }[]
  figures: {
    provider: string
    provider_model_id: string
    benchmark_id: string
    value: number
    setting: string | null
    measured_as?: string
    claimed?: boolean
    suspect?: boolean
  }[]
}

type Effort = 'off' | 'reduced' | 'full' | 'unstated'

export type FittedFigure = {
  key: string
  benchmark_id: string
  measures: string
  date: string
  claimed: boolean
  weight: number
  residual: number
}

type Observation = {
  key: string
  benchmark: BenchmarkFile['benchmarks'][number]
  effort: Effort
  weight: number
  y: number
  claimed: boolean
}

const rounds = 150
const abilityRidge = 1
const effectRidge = 10
const slopeRidge = 4
const claimWeight = 0.3
const otherVersionWeight = 0.7

export const standardEffort = (reasoning: boolean): Effort => (reasoning ? 'full' : 'off')

function effortOf(setting: string | null): Effort {
  if (setting === null) return 'unstated'
  if (/non-reasoning|no reasoning|no thinking|thinking none|reasoning none|^none$|minimal/i.test(setting)) return 'off'
  if (/\b(low|medium|1k|8k)\b/i.test(setting)) return 'reduced'
  if (/high|max|reasoning|think|adaptive/i.test(setting)) return 'full'
  return 'unstated'
}

const logit = (percent: number): number => {
  const share = Math.min(0.985, Math.max(0.015, percent / 100))
  return Math.log(share / (1 - share))
}

const modelKey = (figure: { provider: string; provider_model_id: string }) => `${figure.provider}/${figure.provider_model_id}`

export const effectKey = (effort: Effort, measures: string) => `${effort}/${measures}`

// A model that cannot think is measured without thinking even where the board does not say so. For models outside the
// catalog the boards themselves tell: one that was never run at some effort is taken for one that has none.
function findThinkers(file: BenchmarkFile, known: ReadonlyMap<string, boolean>): (key: string) => boolean {
  const seen = new Set(file.figures.filter((figure) => ['full', 'reduced'].includes(effortOf(figure.setting))).map(modelKey))
  return (key) => known.get(key) ?? seen.has(key)
}

function observe(file: BenchmarkFile, isThinker: (key: string) => boolean): Observation[] {
  const benchmarks = new Map(file.benchmarks.map((benchmark) => [benchmark.id, benchmark]))
  const rows = file.figures
    .filter((figure) => !figure.suspect)
    .map((figure) => {
      const benchmark = benchmarks.get(figure.benchmark_id)!
      const scaled = benchmark.unit === 'percent' ? logit(figure.value) : figure.value
      const weight = (figure.claimed ? claimWeight : 1) * (figure.measured_as ? otherVersionWeight : 1)
      return {
        key: modelKey(figure),
        benchmark,
        effort: isThinker(modelKey(figure)) ? effortOf(figure.setting) : ('off' as const),
        weight,
        y: benchmark.higher_is_better ? scaled : -scaled,
        claimed: figure.claimed ?? false,
      }
    })
  for (const group of Map.groupBy(rows, (row) => row.benchmark.id).values()) {
    const mean = group.reduce((sum, row) => sum + row.y, 0) / group.length
    const deviation = Math.sqrt(group.reduce((sum, row) => sum + (row.y - mean) ** 2, 0) / group.length) || 1
    for (const row of group) row.y = (row.y - mean) / deviation
  }
  return rows
}

type Line = {
  level: number
  slope: number
}

function fitLine(group: readonly Observation[], position: (row: Observation) => number): Line {
  // The slope is held near 1 so that a board with three entries cannot bend the whole fit.
  let weight = 0
  let meanX = 0
  let meanY = 0
  for (const row of group) {
    weight += row.weight
    meanX += row.weight * position(row)
    meanY += row.weight * row.y
  }
  meanX /= weight
  meanY /= weight
  let xy = slopeRidge
  let xx = slopeRidge
  for (const row of group) {
    const dx = position(row) - meanX
    xy += row.weight * dx * (row.y - meanY)
    xx += row.weight * dx * dx
  }
  const slope = Math.max(0.2, xy / xx)
  return { level: meanY - slope * meanX, slope }
}

export function fitAbilities(file: BenchmarkFile, reasoning: ReadonlyMap<string, boolean>) {
  const rows = observe(file, findThinkers(file, reasoning))
  const byBenchmark = Map.groupBy(rows, (row) => row.benchmark.id)
  const byModel = Map.groupBy(rows, (row) => row.key)
  const effectOf = (row: Observation) => effectKey(row.effort, row.benchmark.measures)
  const byEffect = Map.groupBy(rows, effectOf)
  const lines = new Map<string, Line>([...byBenchmark.keys()].map((id) => [id, { level: 0, slope: 1 }]))
  const abilities = new Map<string, number>([...byModel.keys()].map((key) => [key, 0]))
  const effects = new Map<string, number>([...byEffect.keys()].map((key) => [key, 0]))
  const position = (row: Observation) => abilities.get(row.key)! + effects.get(effectOf(row))!
  const solve = (group: readonly Observation[], ridge: number, other: (row: Observation) => number) => {
    let upper = 0
    let lower = ridge
    for (const row of group) {
      const { level, slope } = lines.get(row.benchmark.id)!
      upper += row.weight * slope * (row.y - level - slope * other(row))
      lower += row.weight * slope * slope
    }
    return upper / lower
  }
  for (let round = 0; round < rounds; round++) {
    for (const [key, group] of byModel)
      abilities.set(
        key,
        solve(group, abilityRidge, (row) => effects.get(effectOf(row))!),
      )
    for (const [key, group] of byEffect) {
      if (!key.startsWith('unstated'))
        effects.set(
          key,
          solve(group, effectRidge, (row) => abilities.get(row.key)!),
        )
    }
    rescale(abilities, effects)
    for (const [id, group] of byBenchmark) lines.set(id, fitLine(group, position))
  }
  const figures = rows.map((row): FittedFigure => {
    const { level, slope } = lines.get(row.benchmark.id)!
    const residual = Math.max(-2, Math.min(2, (row.y - level) / Math.max(slope, 0.5) - position(row)))
    const { id, measures, date } = row.benchmark
    return { key: row.key, benchmark_id: id, measures, date, claimed: row.claimed, weight: row.weight, residual }
  })
  return { abilities, effects, figures }
}

function rescale(abilities: Map<string, number>, effects: Map<string, number>): void {
  const values = [...abilities.values()]
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1
  for (const [key, value] of abilities) abilities.set(key, (value - mean) / deviation)
  for (const [key, value] of effects) effects.set(key, value / deviation)
}
