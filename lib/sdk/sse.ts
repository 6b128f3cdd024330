/** One event of a stream: `id`, `event`, `data`, as far as they are there. */
export type Frame = Partial<Record<'id' | 'event' | 'data', string>>

/** Server-sent events from a response's body. */
export async function* readFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let buffer = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      buffer += decoder.decode(value, { stream: true })
      const frames = buffer.split(/\r?\n\r?\n/)
      buffer = frames.pop() ?? ''
      for (const frame of frames) yield toFrame(frame)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function toFrame(text: string): Frame {
  const frame: Record<string, string> = {}
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = line.match(/^([a-z]+):\s?(.*)$/) ?? []
    if (name === undefined || value === undefined) continue
    frame[name] = name in frame ? `${frame[name]}\n${value}` : value
  }
  return frame
}
