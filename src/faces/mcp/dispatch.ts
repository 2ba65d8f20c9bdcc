import { excerpt } from '../../excerpt.ts'
import { isPartOfName, nearestOf } from '../../input/nearest.ts'
import { isRecord } from '../../input/record.ts'
import { logLevelFailure, serverInfoKey } from './modern.ts'
import type { Cache, Exchange, Offer, OfferedResource } from './offer.ts'
import { RpcError, rpcCodes } from './rpc.ts'
import { legacyVersions, newestLegacy, supportedVersions } from './versions.ts'

const listCache: Cache = { ttlMs: 300_000, cacheScope: 'public' }

export type Dispatch = (method: string, exchange: Exchange) => Promise<object>

/** Only revision 2026-07-28 has cache hints, so they are kept apart from the result until the revision is known. */
type Answered = { result: object; cache?: Cache }
type Method = (exchange: Exchange) => Promise<Answered>

/** Answers every method of every revision from one offer. Throws RpcError for what the protocol itself refuses. */
export function createDispatch(offer: Offer): Dispatch {
  const methods = methodsOf(offer)
  const meta = { [serverInfoKey]: offer.serverInfo }
  const legacy = new Map<string, Method>([...methods, ['initialize', initialize(offer)], ['ping', async () => ({ result: {} })]])
  const modern = new Map<string, Method>([...methods, ['server/discover', discover(offer)]])

  return async (method, exchange) => {
    const offered = exchange.isModern ? modern : legacy
    const answer = offered.get(method)
    if (!answer) {
      const sentence = `There is no method ${excerpt(method, 100)} here. Use one of ${[...offered.keys()].join(', ')}.`
      throw new RpcError(rpcCodes.unknownMethod, sentence)
    }
    if (!exchange.isModern) return (await answer(exchange)).result
    const failure = logLevelFailure(exchange.params)
    if (failure) throw new RpcError(failure.error.code, failure.error.message)
    const { result, cache } = await answer(exchange)
    return { resultType: 'complete', ...result, ...cache, _meta: meta }
  }
}

function unknownTool(name: string, known: readonly string[]): RpcError {
  const shown = excerpt(name, 100)
  const meant = nearestOf(shown, known, 1)[0] ?? known.filter((tool) => isPartOfName(shown, tool)).sort((a, b) => a.length - b.length)[0]
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
  return new RpcError(rpcCodes.invalidParams, `There is no tool named ${shown}.${hint} Use tools/list.`)
}

function methodsOf(offer: Offer): [string, Method][] {
  const tools = new Map(offer.tools.map((tool) => [tool.listing.name, tool]))
  const prompts = new Map(offer.prompts.map((prompt) => [prompt.listing.name, prompt]))
  const addressed = offer.resources.filter(({ listing }) => 'uri' in listing)
  const templates = offer.resources.filter(({ listing }) => 'uriTemplate' in listing)
  return [
    ['tools/list', list('tools', offer.tools)],
    ['prompts/list', list('prompts', offer.prompts)],
    ['resources/list', list('resources', addressed)],
    ['resources/templates/list', list('resourceTemplates', templates)],
    [
      'tools/call',
      async (exchange) => {
        const name = textParam(exchange, 'name')
        const tool = tools.get(name)
        if (!tool) throw unknownTool(name, [...tools.keys()])
        return { result: await tool.call(recordParam(exchange, 'arguments'), exchange) }
      },
    ],
    [
      'prompts/get',
      async (exchange) => {
        const name = textParam(exchange, 'name')
        const prompt = prompts.get(name)
        if (!prompt) throw new RpcError(rpcCodes.invalidParams, `There is no prompt named ${excerpt(name, 100)}. Use prompts/list.`)
        return { result: prompt.get(promptArguments(recordParam(exchange, 'arguments'), prompt.listing.arguments ?? [])) }
      },
    ],
    ['resources/read', (exchange) => read(offer.resources, textParam(exchange, 'uri'), exchange)],
    ...Object.entries(offer.methods ?? {}).map(([name, method]): [string, Method] => [
      name,
      async (exchange) => ({ result: await method(exchange) }),
    ]),
  ]
}

function list(key: string, offered: readonly { listing: object }[]): Method {
  const page = { result: { [key]: offered.map(({ listing }) => listing) }, cache: listCache }
  return async ({ params }) => {
    if (params.cursor !== undefined && params.cursor !== null)
      throw new RpcError(rpcCodes.invalidParams, 'There is no such page: the list comes whole, without a cursor.')
    return page
  }
}

async function read(resources: readonly OfferedResource[], uri: string, exchange: Exchange): Promise<Answered> {
  for (const resource of resources) {
    const contents = resource.read(uri, exchange)
    if (contents) return { result: await contents, cache: resource.cache }
  }
  throw resourceNotFound(uri, exchange.isModern, 'There is no such resource. Use resources/list and resources/templates/list.')
}

export function resourceNotFound(uri: string, isModern: boolean, message: string): RpcError {
  return new RpcError(isModern ? rpcCodes.invalidParams : rpcCodes.legacyNotFound, message, { uri: excerpt(uri, 500) })
}

/** As everywhere here, a null is an argument that was left out. */
function promptArguments(sent: Record<string, unknown>, wanted: readonly { name: string; required?: boolean | undefined }[]) {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
  const missing = wanted.filter(({ name, required }) => required && given[name] === undefined).map(({ name }) => name)
  if (missing.length > 0) throw new RpcError(rpcCodes.invalidParams, `Add the argument ${missing.join(', ')}.`)
  const texts = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (texts.length < Object.keys(given).length) throw new RpcError(rpcCodes.invalidParams, 'Prompt arguments are text.')
  return Object.fromEntries(texts)
}

function initialize({ capabilities, serverInfo, instructions }: Offer): Method {
  return async ({ params }) => {
    const known = legacyVersions.find((version) => version === params.protocolVersion)
    return { result: { protocolVersion: known ?? newestLegacy, capabilities, serverInfo, instructions } }
  }
}

function discover({ capabilities, instructions }: Offer): Method {
  return async () => ({ result: { supportedVersions, capabilities, instructions }, cache: listCache })
}

function textParam({ params }: Exchange, key: string): string {
  const value = params[key]
  if (typeof value !== 'string') throw new RpcError(rpcCodes.invalidParams, `params.${key} must be text.`)
  return value
}

function recordParam({ params }: Exchange, key: string): Record<string, unknown> {
  const value = params[key] ?? {}
  if (!isRecord(value)) throw new RpcError(rpcCodes.invalidParams, `params.${key} must be an object.`)
  return value
}
