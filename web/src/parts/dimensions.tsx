import type { Output } from '../../../sdk/src/transport.ts'
import { Bar } from './bar.tsx'

type Scores = Output<'get_skill'>['skill_scores']

export const dimensions = [
  ['output_quality', 'Output quality'],
  ['reliability', 'Reliability'],
  ['efficiency', 'Efficiency'],
  ['cost', 'Cost'],
  ['trust', 'Trust'],
] as const

export function Dimensions({ scores }: { scores: Scores }) {
  return (
    <div>
      {dimensions.map(([name, label]) => (
        <Bar label={label} value={scores[name]} />
      ))}
      <Bar label="Value" value={scores.value_score} tone="quiet" />
      <p class="quiet">
        {scores.is_prior
          ? 'No reports yet: these are starting values from public facts, and they carry little weight.'
          : `From ${scores.evidence_count} reports, weighted by how much each agent’s word counts.`}
      </p>
    </div>
  )
}
