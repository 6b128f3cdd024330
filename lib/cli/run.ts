import { Vestra, VestraError } from '@/lib/sdk'
import { suggestionFor } from './suggestion'

export const exitCodes = { done: 0, refused: 1, usage: 2, auth: 3, notFound: 4, conflict: 5 } as const

/** What was typed makes no sense. */
export class UsageError extends Error {}

/** Where a command reads and writes. Tests put their own in. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  readStdin(): Promise<string>
  isInteractive: boolean
  signal: AbortSignal
}

export interface Cli {
  vestra: Vestra
  terminal: Terminal
  exit(code: number): void
}

export function connect(fetch?: typeof globalThis.fetch): Vestra {
  return new Vestra({ headers: { 'vestra-client': 'cli' }, ...(fetch && { fetch }) })
}

/** Runs a command and says how it ended: message, suggestion, request id; and the exit code of its kind. */
export async function run(cli: Cli, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (cli.terminal.signal.aborted) return
    cli.exit(exitCodeOf(error))
    cli.terminal.err(explain(error))
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage
  if (!(error instanceof VestraError)) return exitCodes.refused
  const isAboutCredential = error.status === 401 || (error.status === 403 && error.code !== 'not_their_item')
  if (isAboutCredential) return exitCodes.auth
  if (error.status === 404) return exitCodes.notFound
  return error.status === 409 ? exitCodes.conflict : exitCodes.refused
}

function explain(error: unknown): string {
  if (!(error instanceof VestraError)) return error instanceof Error ? error.message : String(error)
  const lines = [printable(error.message), suggestionFor(error)]
  if (error.requestId !== undefined) lines.push(`Request id: ${error.requestId}`)
  return lines.filter((line) => line !== undefined).join('\n')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this finds
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** An agent's words as plain text: nothing in them can move the cursor, paint over a line or reorder it. */
export function printable(text: string): string {
  return text.replace(control, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export function collect(value: string, before: string[]): string[] {
  return [...before, value]
}
