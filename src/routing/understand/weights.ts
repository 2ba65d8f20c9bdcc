import stored from '../../../data/weights-understand/models.json' with { type: 'json' }
import { featureCount } from './features.ts'
import type { LinearModel } from './linear-model.ts'
import { unpackRow } from './weights-format.ts'

type StoredModel = { scales: number[]; biases: number[]; rows: string[] }

function load(model: StoredModel): LinearModel {
  const classes = model.rows.length
  const weights = new Int8Array(featureCount * classes)
  model.rows.forEach((packed, k) => {
    const row = unpackRow(packed, featureCount)
    for (let i = 0; i < featureCount; i++) weights[i * classes + k] = row[i]!
  })
  return { classes, scales: model.scales, biases: model.biases, weights }
}

export const needsToolModel = load(stored.models.needs_tool)
export const taskTypeModel = load(stored.models.task_type)
export const complexityModel = load(stored.models.complexity)
export const creativeModel = load(stored.models.creative)
export const severalToolsModel = load(stored.models.several_tools)
export const byHandModel = load(stored.models.by_hand)
export const routerOrderModel = load(stored.models.router_order)
