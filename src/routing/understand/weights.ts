import stored from '../../../data/weights-understand/models.json' with { type: 'json' }
import type { LinearModel } from './linear-model.ts'
import { unpackRow } from './weights-format.ts'

type StoredModel = { scales: number[]; biases: number[]; rows: string[] }

function load(model: StoredModel): LinearModel {
  return { scales: model.scales, biases: model.biases, rows: model.rows.map((row) => unpackRow(row, 1 << stored.bits)) }
}

export const needsToolModel = load(stored.models.needs_tool)
export const taskTypeModel = load(stored.models.task_type)
export const complexityModel = load(stored.models.complexity)
export const creativeModel = load(stored.models.creative)
export const severalToolsModel = load(stored.models.several_tools)
