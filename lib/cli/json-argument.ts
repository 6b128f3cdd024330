import { readFile } from 'node:fs/promises'
import { type Terminal, UsageError } from './run'

/** JSON text given as it is, from a `@file`, or from standard input with `-`; unchanged, so that no number is rounded. */
export async function readJsonArgument(terminal: Terminal, option: string, given: string): Promise<string> {
  const text = (await readSource(terminal, option, given)).replace(/^\ufeff/, '')
  try {
    JSON.parse(text)
  } catch {
    throw new UsageError(`${option}: is not valid JSON. Put a text in double quotes, as in ${option} '"done"'.`)
  }
  return text
}

async function readSource(terminal: Terminal, option: string, given: string): Promise<string> {
  if (given === '-') return terminal.readStdin()
  if (!given.startsWith('@')) return given
  try {
    return await readFile(given.slice(1), 'utf8')
  } catch (error) {
    throw new UsageError(`${option}: ${given.slice(1)} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
