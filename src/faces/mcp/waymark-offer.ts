import { contractVersion } from '../contract-version.ts'
import type { FaceParts } from '../face.ts'
import type { Offer } from './offer.ts'
import { prompts } from './prompts.ts'
import { resourcesOf } from './resources.ts'
import { toolsOf } from './tools.ts'

const instructions =
  'Waymark tells you which tool server and which language model to use for a task, and learns from what you report. Call service_register once and keep the agent_identity_id; call service_route or service_model_route before a task, and service_report or service_model_report after it. Every answer has a next_step with the tool and arguments to use next.'

/** What Waymark shows over MCP: the table's tools, its prompts, and the resources the table can answer. */
export function waymarkOffer({ table, invoke, nextStep }: Pick<FaceParts, 'table' | 'invoke' | 'nextStep'>): Offer {
  return {
    serverInfo: { name: 'waymark', version: contractVersion },
    instructions,
    capabilities: { tools: {}, prompts: {}, resources: {} },
    tools: toolsOf({ table, invoke, nextStep }),
    prompts,
    resources: resourcesOf(table, invoke),
  }
}
