import type { Input, OperationName, Output, TransportOptions } from './transport.ts'
import type { Failed, Unavailable } from './unavailable.ts'

export type WaymarkOptions = Partial<Omit<TransportOptions, 'bearer'>> & {
  /** Registers under this name at the first call; passing an identity doubles credits. */
  agentName?: string
  agentIdentityId?: string
  /** True lets failures of Waymark itself throw; otherwise they become a fallback answer. */
  throws?: boolean
}

export type Available<T> = T & { available: true }
type Question = 'route' | 'route_model'
export type Answer<N extends OperationName> = Available<Output<N>> | (N extends Question ? Unavailable : Failed)

export type RouteRequest = string | Omit<Input<'route'>, 'agent_identity_id'>
export type ModelRequest = string | Omit<Input<'route_model'>, 'agent_identity_id'>
/** The decision_id may be passed on as an answer has it: null where nothing was stored counts as left out. */
type Reported<N extends 'report' | 'report_model'> = Omit<Input<N>, 'agent_identity_id' | 'decision_id'> & { decision_id?: string | null }
export type Report = Reported<'report'>
export type ModelReport = Reported<'report_model'>

export type Waymark = {
  /** Which tool server (and model) to use for a task. */
  route: (request: RouteRequest) => Promise<Answer<'route'>>
  /** Which model to use for a task. */
  routeModel: (request: ModelRequest) => Promise<Answer<'route_model'>>
  /** How a tool server did. */
  report: (report: Report) => Promise<Answer<'report'>>
  /** How a model did. */
  reportModel: (report: ModelReport) => Promise<Answer<'report_model'>>
  balance: () => Promise<Answer<'balance'>>
  register: () => Promise<Answer<'register_agent'>>
  /** Any operation of the service, typed; this one throws WaymarkError. */
  call: <N extends OperationName>(name: N, input: Input<N>) => Promise<Output<N>>
  identity: () => Promise<string | undefined>
}
