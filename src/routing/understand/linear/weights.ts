import stored from '../../../../data/weights-understand/models.json' with { type: 'json' }
import { featureCount } from './features.ts'
import { type StoredModel, unpackModel } from './weights-format.ts'

const load = (model: StoredModel) => unpackModel(model, featureCount)

export const needsToolModel = load(stored.models.needs_tool)
export const taskTypeModel = load(stored.models.task_type)
export const complexityModel = load(stored.models.complexity)
export const creativeModel = load(stored.models.creative)
export const severalToolsModel = load(stored.models.several_tools)
export const byHandModel = load(stored.models.by_hand)
