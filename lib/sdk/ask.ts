import { pathOf, patience } from './answer'
import { createHandle } from './handle'
import { type ReadOptions, send, type Transport, type WriteOptions } from './request'
import type {
  AskComposioAuth,
  AskCreditApproval,
  AskCustomApproval,
  AskCustomToolCall,
  AskExitPlan,
  AskForms,
  AskHandsApproval,
  AskQuestion,
  AskQuestionHandoff,
  AskToolPermission,
  Interaction,
  InteractionResult,
  InteractionVerification,
  Kind,
} from './types'

/** What became of an item, as only its asker may read it. */
export type Result = InteractionResult
/** Whether the arguments are those that a person saw. */
export type Verification = InteractionVerification

/** An item as its asker opened it. `digest` is the fingerprint of all that is shown. */
export type Opened = Interaction & { digest: string }

export interface AskOptions extends WriteOptions {
  /** The same id gives the same item, also after a restart: the framework's id of the tool call is a good one. */
  externalId?: string | undefined
}

/** The fields of an ask of this kind. */
export type AskFields<K extends Kind> = AskForms[K][keyof AskForms[K]]

/** An approval of any kind; a step with a tool when none is named. */
export type AskApproval =
  | ({ kind?: 'tool_permission' } & AskToolPermission)
  | ({ kind: 'credit_approval' } & AskCreditApproval)
  | ({ kind: 'hands_approval' } & AskHandsApproval)
  | ({ kind: 'custom' } & AskCustomApproval)

type WithoutType<Form> = Omit<Form, 'type'>

/** The asking side: `vestra.ask(kind, fields)`, or by what is wanted, as `vestra.ask.approval(fields)`. */
export function createAsk(transport: Transport) {
  const create = (body: object, { externalId, ...options }: AskOptions = {}) =>
    send<Opened>(transport, {
      method: 'POST',
      path: '/v1/interactions',
      body: externalId === undefined ? body : { ...body, external_id: externalId },
      ...options,
    })
  const result = (id: string, { waitSeconds, ...options }: ReadOptions & { waitSeconds?: number | undefined } = {}) =>
    send<Result>(transport, {
      method: 'GET',
      path: `${pathOf(id)}/result`,
      query: { wait: waitSeconds },
      ...patience(waitSeconds),
      ...options,
    })
  /** Whether these arguments are those that were shown; ask before you act on a yes. */
  const verify = (id: string, args: unknown, options: ReadOptions = {}) =>
    send<Verification>(transport, {
      method: 'POST',
      path: `${pathOf(id)}/verify`,
      body: { arguments: args },
      ...options,
    })
  const settle = (id: string, options: WriteOptions = {}) =>
    send<Interaction>(transport, { method: 'POST', path: `${pathOf(id)}/settle`, ...options })
  const withdraw = (id: string, { reason, ...options }: WriteOptions & { reason?: string | undefined } = {}) =>
    send<Interaction>(transport, {
      method: 'POST',
      path: `${pathOf(id)}/cancel`,
      ...(reason !== undefined && { body: { reason } }),
      ...options,
    })

  const calls = { result, verify, settle, withdraw }
  const open = async (body: object, options?: AskOptions) => createHandle(await create(body, options), calls)

  const ask = <K extends Kind>(kind: K, fields: AskFields<K>, options?: AskOptions) =>
    open({ kind, ...fields }, options)

  return Object.assign(ask, {
    approval: (fields: AskApproval, options?: AskOptions) => open({ kind: 'tool_permission', ...fields }, options),
    question: (fields: WithoutType<AskQuestion>, options?: AskOptions) =>
      open({ kind: 'ask_question', ...fields }, options),
    /** One thing that a person does and then says so. */
    handoff: (fields: WithoutType<AskQuestionHandoff>, options?: AskOptions) =>
      open({ kind: 'ask_question', type: 'handoff', ...fields }, options),
    /** An app that the user connects. */
    connect: (fields: WithoutType<AskComposioAuth>, options?: AskOptions) =>
      open({ kind: 'composio_auth', ...fields }, options),
    /** A call that somebody else's code runs; the output comes back in the result. */
    toolCall: (fields: WithoutType<AskCustomToolCall>, options?: AskOptions) =>
      open({ type: 'tool_call', ...fields }, options),
    /** A plan before it starts. */
    plan: (fields: WithoutType<AskExitPlan>, options?: AskOptions) => open({ kind: 'exit_plan', ...fields }, options),
    /** The handle of an item that was opened earlier. */
    resume: async (id: string, options: ReadOptions = {}) =>
      createHandle(await send<Interaction>(transport, { method: 'GET', path: pathOf(id), ...options }), calls),
    /** Opens an item from a body that is already in the form of the API. */
    create,
    ...calls,
  })
}
