import type { Answer, Waymark, WaymarkOptions } from './interface.ts'
import { type Input, type OperationName, type Output, send, WaymarkError } from './transport.ts'
import { asWaymarkError, failed, unavailable } from './unavailable.ts'

export type { Answer, Available, ModelReport, ModelRequest, Report, RouteRequest, Waymark, WaymarkOptions } from './interface.ts'
export type { Operations } from './types.gen.ts'
export type { Failed, Unavailable } from './unavailable.ts'
export { type Recommendation, type Told, type Work, withWaymark } from './wrap.ts'
export { WaymarkError }

const usual = { baseUrl: 'http://127.0.0.1:8787', timeoutMs: 3000, retries: 2, telemetry: true, throws: false }

/** The service does not know the identity any more, as after its store was reset: its answer sends the agent to register. */
const isUnknownAgent = (error: unknown) =>
  error instanceof WaymarkError && error.status === 404 && error.docs?.endsWith('#register_agent') === true

/** No agent can have this name, so there are no preferences of one either. */
const isRefusedName = (error: unknown) => error instanceof WaymarkError && error.code === 'invalid_input'

const notWaymark = () => new WaymarkError('The server that answered is not Waymark. Check baseUrl.', 'unreachable')

const nameless = () => new WaymarkError('Set agentName (or agentIdentityId) in the options: this is about one agent.', 'invalid_input')

/** An option is often read from an environment that does not have it. */
function withoutUnset(given: WaymarkOptions): WaymarkOptions {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function withoutNull<T extends { decision_id?: string | null }>({ decision_id, ...report }: T) {
  return decision_id == null ? report : { ...report, decision_id }
}

const asInput = <T extends object>(request: string | T) => (typeof request === 'string' ? { task: request } : request)

const insteadOfAnswer = (name: OperationName, thrown: unknown) =>
  name === 'route' || name === 'route_model' ? unavailable(thrown) : failed(thrown)

async function answered<N extends OperationName>(name: N, throws: boolean, work: () => Promise<Output<N>>): Promise<Answer<N>> {
  try {
    const value: unknown = await work()
    if (typeof value !== 'object' || value === null) throw notWaymark()
    return { ...value, available: true } as Answer<N>
  } catch (thrown) {
    if (throws) throw asWaymarkError(thrown)
    return insteadOfAnswer(name, thrown) as Answer<N>
  }
}

export function createWaymark(given: WaymarkOptions = {}): Waymark {
  const options = { ...usual, fetch: globalThis.fetch.bind(globalThis), ...withoutUnset(given) }
  let agentIdentityId = given.agentIdentityId
  let registering: Promise<Output<'register_agent'>> | undefined
  let refusal: unknown

  function call<N extends OperationName>(name: N, input: Input<N>, timeoutMs = options.timeoutMs): Promise<Output<N>> {
    return send(name, input, { ...options, timeoutMs, bearer: agentIdentityId })
  }

  /** Calls that come while a registration is under way share it. */
  async function register(timeoutMs?: number): Promise<Output<'register_agent'>> {
    if (!options.agentName) throw nameless()
    registering ??= call('register_agent', { agent_name: options.agentName }, timeoutMs)
      .then((answer) => {
        if (typeof answer?.agent_identity_id !== 'string') throw notWaymark()
        agentIdentityId ??= answer.agent_identity_id
        return answer
      })
      .finally(() => {
        registering = undefined
      })
    return registering
  }

  async function identity(timeoutMs?: number): Promise<string | undefined> {
    if (agentIdentityId || !options.agentName) return agentIdentityId
    try {
      return (await register(timeoutMs)).agent_identity_id
    } catch (error) {
      if (options.throws) throw error
      refusal = error
      return undefined
    }
  }

  /** A named agent that cannot be identified now does not ask anonymously: the answer would ignore its preferences. */
  async function asker(timeoutMs: number): Promise<string | undefined> {
    const id = await identity(timeoutMs)
    if (id === undefined && options.agentName && !isRefusedName(refusal)) throw refusal
    return id
  }

  function safely<N extends OperationName>(name: N, input: (agent: { agent_identity_id?: string }) => Input<N>): Promise<Answer<N>> {
    const deadline = Date.now() + options.timeoutMs
    const left = () => deadline - Date.now()
    const ask = (id: string | undefined) => call(name, input(id ? { agent_identity_id: id } : {}), left())
    return answered(name, options.throws, async () => {
      const id = await asker(left())
      try {
        return await ask(id)
      } catch (error) {
        if (!options.agentName || !isUnknownAgent(error)) throw error
        // Another call may have registered again in the meantime.
        if (agentIdentityId === id) agentIdentityId = undefined
        return ask(await asker(left()))
      }
    })
  }

  return {
    route: (request) => safely('route', (agent) => ({ ...asInput(request), ...agent })),
    routeModel: (request) => safely('route_model', (agent) => ({ ...asInput(request), ...agent })),
    report: (report) => safely('report', (agent) => ({ ...withoutNull(report), ...agent })),
    reportModel: (report) => safely('report_model', (agent) => ({ ...withoutNull(report), ...agent })),
    balance: () =>
      safely('balance', ({ agent_identity_id }) => {
        if (agent_identity_id) return { agent_identity_id }
        throw refusal ?? nameless()
      }),
    register: () => answered('register_agent', options.throws, () => register()),
    call: (name, input) => call(name, input),
    identity: () => identity(),
  }
}
