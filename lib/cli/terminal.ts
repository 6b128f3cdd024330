import { text } from 'node:stream/consumers'
import { type Cli, connect } from './run'

/** This process's own terminal. Ctrl-C ends what waits. */
export function processCli(): Cli {
  const leaving = new AbortController()
  process.once('SIGINT', () => {
    process.exitCode = 130
    leaving.abort()
  })
  return {
    vestra: connect(),
    terminal: {
      out: (line) => void process.stdout.write(`${line}\n`),
      err: (line) => void process.stderr.write(`${line}\n`),
      readStdin: () => text(process.stdin),
      isInteractive: process.stdout.isTTY === true,
      signal: leaving.signal,
    },
    exit: (code) => {
      process.exitCode = code
    },
  }
}
