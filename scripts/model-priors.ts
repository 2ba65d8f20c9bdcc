// Derives the quality priors in data/models.json: node scripts/model-priors.ts <benchmark file>
// The benchmark file is a BenchmarkFile (model-abilities.ts); nothing but numbers, ids, addresses and dates is taken from it.
import { readFileSync, writeFileSync } from 'node:fs'
import { type ModelCatalog, type QualityPrior, type TaskType, taskTypes } from '../src/catalog/models.ts'
import { type BenchmarkFile, effectKey, type FittedFigure, fitAbilities, standardEffort } from './model-abilities.ts'

// How much each kind of benchmark says about a task type. Translation and planning have no benchmark of their own here,
// so they borrow from near kinds and are marked as guesses.
const kindWeights: Record<TaskType, Record<string, number>> = {
  chat: { chat: 1, factuality: 0.2 },
  qa: { knowledge: 1, factuality: 1 },
  writing: { creative_writing: 1, chat: 0.3 },
  translation: { chat: 0.5 },
  summarization: { factuality: 1, long_context: 1 },
  extraction: { structured: 1, long_context: 0.3 },
  classification: { structured: 1, knowledge: 0.3 },
  code: { code: 1, agentic_code: 0.3 },
  math: { math: 1 },
  reasoning: { reasoning: 1 },
  analysis: { reasoning: 0.5, structured: 0.5, long_context: 0.5 },
  planning: { reasoning: 0.5, tool_use: 0.5 },
  agentic: { tool_use: 1, agentic_code: 1 },
}
const borrowed: readonly TaskType[] = ['translation', 'planning']
const figuresOfPrior = 2
const fewFigures = 3
const scale = 1.1

const toTen = (ability: number): number => Math.round(1000 / (1 + Math.exp(-scale * ability))) / 100

function meanByBenchmark(
  figures: readonly FittedFigure[],
): Map<string, { residual: number; weight: number; measures: string; date: string }> {
  const groups = Map.groupBy(figures, (figure) => figure.benchmark_id)
  return new Map(
    [...groups].map(([id, group]) => {
      const weight = group.reduce((sum, figure) => sum + figure.weight, 0)
      const residual = group.reduce((sum, figure) => sum + figure.weight * figure.residual, 0) / weight
      return [id, { residual, weight: weight / group.length, measures: group[0]!.measures, date: group[0]!.date }]
    }),
  )
}

function derivePrior(taskType: TaskType, ability: number, figures: readonly FittedFigure[]): QualityPrior {
  const kinds = kindWeights[taskType]
  const fitting = figures.filter((figure) => kinds[figure.measures] !== undefined)
  const open = fitting.filter((figure) => !figure.claimed)
  const isOpenEnough = new Set(open.map((figure) => figure.benchmark_id)).size >= fewFigures
  const used = meanByBenchmark(isOpenEnough ? open : fitting)
  let weighted = 0
  let total = 0
  for (const entry of used.values()) {
    const weight = entry.weight * kinds[entry.measures]!
    weighted += weight * entry.residual
    total += weight
  }
  const isGuess = used.size === 0 || borrowed.includes(taskType)
  const dates = [...used.values()].map((entry) => entry.date).sort()
  return {
    value: toTen(ability + weighted / (total + figuresOfPrior)),
    n_figures: used.size,
    sources: [...used.keys()].sort(),
    as_of: dates.at(-1) ?? null,
    is_shrunk: used.size < fewFigures,
    ...(isGuess ? { is_guess: true as const } : {}),
  }
}

function meanEffect(kinds: Record<string, number>, effectOf: (kind: string) => number): number {
  const entries = Object.entries(kinds)
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
  return entries.reduce((sum, [kind, weight]) => sum + weight * effectOf(kind), 0) / total
}

function sourceAddress(source: string): string {
  return source.match(/(?:https?:\/\/)?[a-z0-9.-]+\.[a-z]{2,}(?:\/[^\s,;)]*)?/i)?.[0] ?? 'vendor statement'
}

function writeCatalog(path: string, catalog: ModelCatalog): void {
  const { models, benchmarks, ...head } = catalog
  const line = (value: unknown) => JSON.stringify(value)
  const block = (entries: [string, unknown][], indent: string) =>
    entries.map(([key, value]) => `${indent}${line(key)}: ${line(value)}`).join(',\n')
  const model = ({ quality, ...facts }: ModelCatalog['models'][number]) =>
    `    {\n${block(Object.entries(facts), '      ')},\n      "quality": {\n${block(Object.entries(quality), '        ')}\n      }\n    }`
  const text = `{\n${block(Object.entries(head), '  ')},\n  "benchmarks": {\n${block(Object.entries(benchmarks), '    ')}\n  },\n  "models": [\n${models.map(model).join(',\n')}\n  ]\n}\n`
  writeFileSync(path, text)
}

function main(): void {
  const [benchmarkPath, modelsPath = 'data/models.json'] = process.argv.slice(2)
  if (!benchmarkPath) {
    console.error('usage: node scripts/model-priors.ts <benchmark file> [models file]')
    process.exit(2)
  }
  const file: BenchmarkFile = JSON.parse(readFileSync(benchmarkPath, 'utf8'))
  const catalog: ModelCatalog = JSON.parse(readFileSync(modelsPath, 'utf8'))
  const keyOf = (model: { provider: string; figures_under: string }) => `${model.provider}/${model.figures_under}`
  const fit = fitAbilities(file, new Map(catalog.models.map((model) => [keyOf(model), model.reasoning])))
  const usedIds = new Set<string>()
  for (const model of catalog.models) {
    const figures = fit.figures.filter((figure) => figure.key === keyOf(model))
    const ability = fit.abilities.get(keyOf(model)) ?? 0
    const priors = taskTypes.map((taskType) => {
      const effect = meanEffect(kindWeights[taskType], (kind) => fit.effects.get(effectKey(standardEffort(model.reasoning), kind)) ?? 0)
      return [taskType, derivePrior(taskType, ability + effect, figures)] as const
    })
    model.quality = Object.fromEntries(priors) as ModelCatalog['models'][number]['quality']
    for (const [, prior] of priors) for (const id of prior.sources) usedIds.add(id)
  }
  const used = file.benchmarks.filter((benchmark) => usedIds.has(benchmark.id))
  catalog.benchmarks = Object.fromEntries(
    used.map(({ id, source, date, measures }) => [id, { measures, source: sourceAddress(source), date }]),
  )
  writeCatalog(modelsPath, catalog)
}

main()
