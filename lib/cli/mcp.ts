import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { VestraError } from '@/lib/sdk'
import { type Cli, run } from './run'

/** `vestra mcp`: the inbox as an MCP server on standard input and output. Each message goes to the server's `/mcp`. */
export function addMcpCommand(program: Command, cli: Cli): void {
  program
    .command('mcp')
    .description('serve MCP on standard input and output, for clients that start a command')
    .action(() => run(cli, () => relay(cli)))
}

interface Message {
  id?: string | number
}

async function relay(cli: Cli): Promise<void> {
  const { vestra, terminal } = cli
  const running = new Map<string | number, AbortController>()

  async function forward(line: string) {
    const message = readMessage(line)
    if (!message) return
    const cancelled = cancelledBy(message)
    if (cancelled !== undefined) running.get(cancelled)?.abort()
    const leaving = new AbortController()
    if (message.id !== undefined) running.set(message.id, leaving)
    try {
      const signal = AbortSignal.any([terminal.signal, leaving.signal])
      for await (const answer of vestra.mcp(line, { signal })) terminal.out(answer)
    } catch (error) {
      if (message.id !== undefined && !leaving.signal.aborted) terminal.out(errorFor(message.id, error))
    } finally {
      if (message.id !== undefined) running.delete(message.id)
    }
  }

  const forwarded = new Set<Promise<void>>()
  for await (const line of createInterface({ input: process.stdin })) {
    const done = forward(line).finally(() => forwarded.delete(done))
    forwarded.add(done)
  }
  await Promise.all(forwarded)
}

function readMessage(line: string): (Message & { method?: string; params?: { requestId?: string | number } }) | null {
  try {
    const message: unknown = JSON.parse(line)
    return typeof message === 'object' ? message : null
  } catch {
    return null
  }
}

function cancelledBy(message: { method?: string; params?: { requestId?: string | number } }) {
  return message.method === 'notifications/cancelled' ? message.params?.requestId : undefined
}

const serverError = -32000

function errorFor(id: string | number, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const data = error instanceof VestraError ? { code: error.code, request_id: error.requestId } : undefined
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: serverError, message, ...(data && { data }) } })
}
