import * as sdk from '@a2a-js/sdk'
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server'
import * as sdkErrors from '@a2a-js/sdk/errors'
import { ServerCallContext } from '@a2a-js/sdk/server'
import { agentCard } from './card'
import { type Fault, toA2AError } from './errors'
import { type Call, type OperationName, operationOf, readParams } from './operations'
import { eventStream } from './serve'
import type { StreamEvent } from './wire'

type Handler = ConstructorParameters<typeof LegacyJsonRpcTransportHandler>[0]
interface Codec<T> {
  fromJSON(json: unknown): T
  toJSON(value: T): unknown
}

const errorClasses: Partial<Record<Fault, new (message: string) => Error>> = {
  TASK_NOT_FOUND: sdkErrors.TaskNotFoundError,
  TASK_NOT_CANCELABLE: sdkErrors.TaskNotCancelableError,
  UNSUPPORTED_OPERATION: sdkErrors.UnsupportedOperationError,
  CONTENT_TYPE_NOT_SUPPORTED: sdkErrors.ContentTypeNotSupportedError,
  INVALID_PARAMS: sdkErrors.RequestMalformedError,
}

function toSdkError(thrown: unknown): Error {
  const error = toA2AError(thrown)
  const ErrorClass = errorClasses[error.fault]
  return ErrorClass ? new ErrorClass(error.message) : error
}

/** Our operations as the SDK's compatibility layer calls them: its values in, its values out. */
function handlerOf(call: Call): Handler {
  async function run<I, O>(name: OperationName, input: Codec<I>, value: I, output: Codec<O> | null): Promise<O> {
    try {
      const operation = operationOf(name)
      if (!operation || !('run' in operation)) throw new Error(`${name} is no such operation`)
      const result = await operation.run(call, readParams(operation, input.toJSON(value)))
      return output ? output.fromJSON(result) : (undefined as O)
    } catch (thrown) {
      throw toSdkError(thrown)
    }
  }
  async function* stream<I>(name: OperationName, input: Codec<I>, value: I) {
    try {
      const operation = operationOf(name)
      if (!operation || !('stream' in operation)) throw new Error(`${name} is no such operation`)
      for await (const event of operation.stream(call, readParams(operation, input.toJSON(value)))) {
        if (event) yield sdk.StreamResponse.fromJSON(event)
      }
    } catch (thrown) {
      throw toSdkError(thrown)
    }
  }
  const task = {
    toJSON: sdk.Task.toJSON,
    fromJSON: (json: unknown) => sdk.Task.fromJSON((json as { task: unknown }).task),
  }
  return {
    getAgentCard: async () => sdk.AgentCard.fromJSON(agentCard(call.ctx.app, [])),
    getAuthenticatedExtendedAgentCard: (value) =>
      run('GetExtendedAgentCard', sdk.GetExtendedAgentCardRequest, value, sdk.AgentCard),
    sendMessage: (value) => run('SendMessage', sdk.SendMessageRequest, value, task),
    sendMessageStream: (value) => stream('SendStreamingMessage', sdk.SendMessageRequest, value),
    getTask: (value) => run('GetTask', sdk.GetTaskRequest, value, sdk.Task),
    cancelTask: (value) => run('CancelTask', sdk.CancelTaskRequest, value, sdk.Task),
    createTaskPushNotificationConfig: (value) =>
      run('CreateTaskPushNotificationConfig', sdk.TaskPushNotificationConfig, value, sdk.TaskPushNotificationConfig),
    getTaskPushNotificationConfig: (value) =>
      run(
        'GetTaskPushNotificationConfig',
        sdk.GetTaskPushNotificationConfigRequest,
        value,
        sdk.TaskPushNotificationConfig,
      ),
    listTaskPushNotificationConfigs: (value) =>
      run(
        'ListTaskPushNotificationConfigs',
        sdk.ListTaskPushNotificationConfigsRequest,
        value,
        sdk.ListTaskPushNotificationConfigsResponse,
      ),
    deleteTaskPushNotificationConfig: (value) =>
      run('DeleteTaskPushNotificationConfig', sdk.DeleteTaskPushNotificationConfigRequest, value, null),
    resubscribe: (value) => stream('SubscribeToTask', sdk.SubscribeToTaskRequest, value),
    listTasks: (value) => run('ListTasks', sdk.ListTasksRequest, value, sdk.ListTasksResponse),
  }
}

/** A request of a 0.3 client over JSON-RPC, through the SDK's compatibility layer (A2A appendix A). */
export async function serveLegacy(call: Call, body: Record<string, unknown>, headers: Headers): Promise<Response> {
  const context = new ServerCallContext({ requestedVersion: '0.3' })
  const answered = await new LegacyJsonRpcTransportHandler(handlerOf(call)).handle(body, context)
  if (Symbol.asyncIterator in answered) {
    const source = answered as unknown as AsyncGenerator<StreamEvent>
    return eventStream(
      source,
      (event) => event,
      () => ({ jsonrpc: '2.0', id: body.id ?? null, error: { code: -32603, message: 'The stream broke.' } }),
      headers,
    )
  }
  headers.set('Content-Type', 'application/json')
  return new Response(JSON.stringify(answered), { headers })
}
