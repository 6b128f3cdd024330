import { open, parse, type Transport, toError } from './request'
import { readFrames } from './sse'

/** Sends one message to the server's MCP endpoint (Streamable HTTP) and yields each message of the answer, as JSON text. */
export async function* relayMcp(
  transport: Transport,
  message: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): AsyncGenerator<string> {
  const call = { method: 'POST', path: '/mcp', body: message, signal } as const
  const response = await open(transport, call, { accept: 'application/json, text/event-stream' }, signal)
  if (response.ok && response.headers.get('content-type')?.startsWith('text/event-stream') && response.body) {
    for await (const { data } of readFrames(response.body)) if (data) yield data
    return
  }
  const text = await response.text()
  const body = parse(text) as { jsonrpc?: string } | undefined
  if (!response.ok && body?.jsonrpc === undefined) throw toError(response, body)
  if (text !== '') yield text
}
