import { handleRest } from '@/lib/rest/handle'
import type { App } from '@/lib/services/context'
import { anything } from '@/lib/services/wake-ups'
import { origin } from './api'

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

/** The scripted agent of the public compatibility kit: it works on whatever comes in, over REST alone. */
export function startTckAgent(app: App, key: string): void {
  const done = new Set<string>()

  async function call(path: string, body: Update) {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await handleRest(app, new Request(`${origin}${path}`, init), { address: null })
    if (response.status >= 400) app.log.warn({ path, body: await response.text() }, 'scripted agent refused')
  }

  async function act(taskId: string, messageId: string) {
    for (const { update, ask, end, waitMs } of stepsOf(messageId)) {
      if (waitMs !== undefined) await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (update) await call(`/v1/tasks/${taskId}/updates`, update)
      if (end) await call(`/v1/tasks/${taskId}/end`, end)
      if (ask) {
        const question = { question: 'What next?', options: [] }
        const item = { kind: 'ask_question', summary: 'what next', task_id: taskId, questions: [question] }
        await call('/v1/interactions', item)
      }
    }
  }

  async function look(taskId: string) {
    for (const { id, body } of await app.store.readTaskEntries(taskId)) {
      if (body.role !== 'ROLE_USER' || done.has(id)) continue
      done.add(id)
      void act(taskId, String(body.messageId))
    }
  }

  async function run() {
    const hints = app.wakeUps.subscribe(anything)
    let position = await app.store.eventEnd()
    while (!app.shutdown.aborted) {
      const hint = hints.next()
      const rows = await app.store.readTaskHints(position, 200)
      for (const row of rows) {
        position = row
        if (row.taskId !== null) await look(row.taskId)
      }
      if (rows.length === 0) await hints.orAfter(hint, 100, app.shutdown)
    }
    hints.stop()
  }
  void run()
}
