import type { Output } from '../../../sdk/src/transport.ts'
import { counted, wordsOf } from '../words.ts'
import { Bar } from './bar.tsx'

type Scores = Output<'get_skill'>['skill_scores']

const dimensions = [
  ['output_quality', 'Output quality'],
  ['reliability', 'Reliability'],
  ['efficiency', 'Efficiency'],
  ['cost', 'Low cost'],
  ['trust', 'Trust'],
] as const

/** What a dimension is called; a high score for cost means that it costs little. */
export const nameOfDimension = (dimension: string) => new Map<string, string>(dimensions).get(dimension) ?? wordsOf(dimension)

export function Dimensions({ scores }: { scores: Scores }) {
  return (
    <div>
      <Bar label="Overall" value={scores.overall_score} />
      {dimensions.map(([name, label]) => (
        <Bar label={label} value={scores[name]} tone="quiet" />
      ))}
      <Bar label="Value" value={scores.value_score} tone="quiet" />
      <p class="quiet">
        {scores.is_prior
          ? 'No reports yet: these are starting values from public facts, and they carry little weight.'
          : `From ${counted(scores.evidence_count, 'report')}, weighted by how much each agent’s word counts.`}{' '}
        <a href="/guide/scoring">How tools are scored</a>
      </p>
    </div>
  )
}
