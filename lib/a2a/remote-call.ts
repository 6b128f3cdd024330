import type { App } from '@/lib/services/context'
import { guardedFetch } from '@/lib/services/guarded-fetch'
import { credentialOf, type RemoteAgent } from '@/lib/services/remote-agents'
import { extensionUri } from './extension'

/** An error that a remote agent answered with. */
export class RemoteError extends Error {
  readonly isUnsupported: boolean

  constructor(message: string, isUnsupported: boolean) {
    super(message)
    this.isUnsupported = isUnsupported
  }
}

const unsupportedCode = -32004
const temporary = new Set([401, 403, 408, 425, 429])

type Params = Record<string, unknown>

const paths = {
  ListTasks: (params: Params) => ({
    method: 'GET',
    path: `/tasks?${new URLSearchParams(params as Record<string, string>)}`,
  }),
  GetTask: ({ id }: Params) => ({ method: 'GET', path: `/tasks/${encodeURIComponent(String(id))}` }),
  SendMessage: (_params: Params) => ({ method: 'POST', path: '/message:send' }),
} as const satisfies Record<string, (params: Params) => { method: 'GET' | 'POST'; path: string }>

export type RemoteOperation = keyof typeof paths

/**
 * Calls an operation of a remote agent over the binding that its card prefers.
 * @throws RemoteError for what it refuses, and any other error where it cannot be heard
 */
export async function callRemote<T>(app: App, agent: RemoteAgent, name: RemoteOperation, params: Params): Promise<T> {
  const credential = credentialOf(app, agent)
  const headers = {
    'Content-Type': 'application/json',
    'A2A-Version': '1.0',
    'A2A-Extensions': extensionUri,
    ...(credential !== null && { Authorization: `Bearer ${credential}` }),
  }
  const isRpc = agent.binding === 'JSONRPC'
  const { method, path } = isRpc ? ({ method: 'POST', path: '' } as const) : paths[name](params)
  const content = isRpc ? { jsonrpc: '2.0', id: 1, method: name, params } : params
  const { status, text } = await guardedFetch(app, `${agent.url}${path}`, {
    method,
    headers,
    httpsOnly: agent.mode === 'live',
    ...(method === 'POST' && { body: JSON.stringify(content) }),
  })
  if (status >= 500 || temporary.has(status)) throw new Error(`It answered ${status}.`)
  const body = JSON.parse(text) as {
    result?: T
    error?: { code: number; message: string; details?: { reason?: string }[] }
  }
  if (body.error) {
    const { code, message, details } = body.error
    const isUnsupported = code === unsupportedCode || details?.some(({ reason }) => reason === 'UNSUPPORTED_OPERATION')
    throw new RemoteError(message, isUnsupported === true)
  }
  return (isRpc ? body.result : body) as T
}
