import pino, { type DestinationStream, type Logger } from 'pino'

/** JSON, one line an entry. Of an error only what names it and where it came from: its fields may hold what was sent. */
export function makeLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: toNames, error: toNames },
    // Of the error under this key pino would write the whole message a second time.
    errorKey: 'error',
  }
  return destination ? pino(options, destination) : pino(options)
}

const keptMessage = 300

function toNames(thrown: unknown) {
  if (!(thrown instanceof Error)) return { type: typeof thrown }
  const [message = ''] = thrown.message.split('\n')
  const { code } = thrown as { code?: unknown }
  return {
    type: thrown.name,
    ...(typeof code === 'string' && { code }),
    message: message.slice(0, keptMessage),
    stack: thrown.stack?.match(/^ {4}at .*/gm)?.join('\n'),
  }
}
