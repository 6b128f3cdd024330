import { readFrames } from '@/lib/sdk/sse'

/** Longer than the kit waits for a stream, so that a task is still at work when it subscribes again. */
const longWorkMs = 6_000

type Update = Record<string, unknown>
interface Step {
  update?: Update
  ask?: true
  end?: Update
  waitMs?: number
}

const artifact = (parts: Update[], more: Update = {}): Step => ({
  update: { artifact: { artifact_id: 'output', parts, ...more } },
})
const file = { raw: Buffer.from('File content').toString('base64'), filename: 'output.txt', media_type: 'text/plain' }
const working: Step = { update: { status: 'working' } }
const completed: Step = { end: { status: 'completed' } }

/** What the kit's scenarios ask of an agent, by the beginning of a message's id; the longest one counts. */
const scenarios: Record<string, Step[]> = {
  '': [completed],
  'tck-complete-task': [{ end: { status: 'completed', message: 'Hello from TCK' } }],
  'tck-artifact-text': [artifact([{ text: 'Generated text content' }]), completed],
  'tck-artifact-file': [artifact([file]), completed],
  'tck-artifact-file-url': [
    artifact([{ url: 'https://example.com/output.txt', filename: 'output.txt', media_type: 'text/plain' }]),
    completed,
  ],
  'tck-artifact-data': [artifact([{ data: { key: 'value', count: 42 } }]), completed],
  'tck-input-required': [{ ask: true }],
  'tck-reject-task': [{ end: { status: 'rejected', message: 'rejected' } }],
  'tck-stream-001': [working, artifact([{ text: 'Stream hello from TCK' }]), completed],
  'tck-stream-003': [working, artifact([{ text: 'Stream task lifecycle' }]), completed],
  'tck-stream-ordering-001': [working, artifact([{ text: 'Ordered output' }]), completed],
  'tck-stream-artifact-text': [working, artifact([{ text: 'Streamed text content' }]), completed],
  'tck-stream-artifact-file': [working, artifact([file]), completed],
  'tck-stream-artifact-chunked': [
    working,
    artifact([{ text: 'chunk-1 ' }]),
    artifact([{ text: 'chunk-2' }], { append: true, last_chunk: true }),
    completed,
  ],
  'test-resubscribe-message-id': [working, { waitMs: longWorkMs }, completed],
}

function stepsOf(messageId: string): Step[] {
  const fitting = Object.keys(scenarios).filter((prefix) => messageId.startsWith(prefix))
  return scenarios[fitting.sort((a, b) => b.length - a.length)[0] ?? ''] ?? []
}

interface Task {
  id: string
  status: string
  messages: { role: string; message_id: string }[]
}

/** The scripted agent of the public compatibility kit: it works on whatever comes in, over REST alone. */
export async function runTckAgent(url: string, key: string, signal: AbortSignal): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` }

  async function get<T>(path: string): Promise<T> {
    const response = await fetch(`${url}${path}`, { headers, signal })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }

  async function post(path: string, body: Update) {
    const init = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, signal }
    const response = await fetch(`${url}${path}`, { ...init, body: JSON.stringify(body) })
    // The kit cancels tasks that are still worked on.
    if (!response.ok && response.status !== 409) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }

  async function act(taskId: string, messageId: string) {
    for (const { update, ask, end, waitMs } of stepsOf(messageId)) {
      if (waitMs !== undefined) await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (update) await post(`/v1/tasks/${taskId}/updates`, update)
      if (end) await post(`/v1/tasks/${taskId}/end`, end)
      if (ask) {
        const question = { question: 'What next?', options: [] }
        const item = { kind: 'ask_question', summary: 'what next', task_id: taskId, questions: [question] }
        await post('/v1/interactions', item)
      }
    }
  }

  async function workOn(taskId: string) {
    await post(`/v1/tasks/${taskId}/updates`, { status: 'working' })
    let heard = 0
    const look = async () => {
      const { messages, status } = await get<Task>(`/v1/tasks/${taskId}`)
      const said = messages.filter(({ role }) => role === 'user')
      for (const { message_id } of said.slice(heard)) void act(taskId, message_id).catch(report)
      heard = said.length
      return status === 'ended'
    }
    const streamed = await fetch(`${url}/v1/tasks/${taskId}/events`, {
      headers: { ...headers, Accept: 'text/event-stream' },
      signal,
    })
    if ((await look()) || !streamed.body) return
    for await (const { event } of readFrames(streamed.body)) {
      if (event !== undefined && (await look())) return
    }
  }

  const taken = new Set<string>()
  while (!signal.aborted) {
    const { data } = await get<{ data: Task[] }>('/v1/tasks?status=submitted&limit=100&wait=50')
    for (const { id } of data.filter((task) => !taken.has(task.id))) {
      taken.add(id)
      void workOn(id).catch(report)
    }
  }
}

export function report(error: unknown) {
  if (error instanceof Error && error.name === 'AbortError') return
  console.error('scripted agent:', error instanceof Error ? error.message : error)
}
