import { type Item, toIso } from '@/lib/interactions/item'
import type { TaskEntry, TaskRecord, TaskView } from '@/lib/services/outside-tasks'
import type { TaskEvent } from '@/lib/services/task-feed'
import { extensionUri, faceOf, openInteraction } from './extension'
import type { AgentMessage, Artifact, StreamEvent, Task, TaskStateName, TaskStatus } from './wire'

const stateNames = {
  submitted: 'TASK_STATE_SUBMITTED',
  working: 'TASK_STATE_WORKING',
  completed: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  canceled: 'TASK_STATE_CANCELED',
  rejected: 'TASK_STATE_REJECTED',
} as const satisfies Record<TaskView['state'], TaskStateName>

const terminal = new Set<string>([
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
])

export const isTerminal = (status: TaskStatus) => terminal.has(status.state)

/** Which of our states a filter by A2A's means. */
export function shownStateOf(name: TaskStateName): TaskView['shownState'] {
  return name.replace('TASK_STATE_', '').toLowerCase() as TaskView['shownState']
}

/** Where a task is looked at from: whose words are these, and does the reader know the extension? */
export interface Frame {
  taskId: string
  contextId: string
  isActive: boolean
}

/** What the agent asks, as a message: the same text for all, the interaction for those who activated it (N2, N7). */
function askMessage(item: Item, { taskId, contextId, isActive }: Frame): AgentMessage {
  const interaction = openInteraction(item)
  return {
    messageId: `msg_${item.id}`,
    role: 'ROLE_AGENT',
    taskId,
    contextId,
    parts: [{ text: interaction.prompt }],
    ...(isActive && { extensions: [extensionUri], metadata: { [extensionUri]: interaction } }),
  }
}

/** A kept message; what it says under the extension is for those who activated it. */
function entryMessage(entry: TaskEntry, { taskId, contextId, isActive }: Frame): AgentMessage {
  const { extensions, metadata, ...rest } = entry.body as unknown as AgentMessage
  const otherUris = extensions?.filter((uri) => isActive || uri !== extensionUri)
  const otherMetadata = Object.entries(metadata ?? {}).filter(([key]) => isActive || key !== extensionUri)
  return {
    ...rest,
    taskId,
    contextId,
    ...(otherUris?.length && { extensions: otherUris }),
    ...(otherMetadata.length > 0 && { metadata: Object.fromEntries(otherMetadata) }),
  }
}

function waitStatus(item: Item, atMs: number, frame: Frame): TaskStatus {
  return { state: faceOf(item).state, message: askMessage(item, frame), timestamp: toIso(atMs) }
}

function statusOf({ view, open, entries }: TaskRecord, frame: Frame): TaskStatus {
  if (open) return waitStatus(open, view.statusAtMs, frame)
  const final = view.status === 'ended' ? entries.findLast(({ kind }) => kind === 'final') : undefined
  return {
    state: stateNames[view.state],
    ...(final && { message: entryMessage(final, frame) }),
    timestamp: toIso(view.statusAtMs),
  }
}

/** What was said so far: messages, and the questions that are over. */
function historyOf({ open, items, entries }: TaskRecord, frame: Frame): AgentMessage[] {
  const asked = items
    .filter((item) => item.status !== 'pending' && item !== open)
    .map((item) => ({ atMs: item.createdAtMs, message: askMessage(item, frame) }))
  const said = entries
    .filter(({ kind }) => kind === 'message')
    .map((entry) => ({ atMs: entry.createdAtMs, message: entryMessage(entry, frame) }))
  return [...said, ...asked].sort((a, b) => a.atMs - b.atMs).map(({ message }) => message)
}

interface ArtifactBody {
  artifact: Artifact
  append?: boolean
  lastChunk?: boolean
}

/** Artifacts as they stand: a later one of the same id takes the place of the former, or adds to it. */
function artifactsOf(entries: readonly TaskEntry[]): Artifact[] {
  const artifacts = new Map<string, Artifact>()
  for (const entry of entries) {
    if (entry.kind !== 'artifact') continue
    const { artifact, append } = entry.body as unknown as ArtifactBody
    const before = append ? artifacts.get(artifact.artifactId) : undefined
    artifacts.set(artifact.artifactId, before ? { ...before, parts: [...before.parts, ...artifact.parts] } : artifact)
  }
  return [...artifacts.values()]
}

export interface TaskOptions {
  historyLength?: number | undefined
  /** Left out of lists unless asked for. */
  withArtifacts: boolean
}

export function toTask(record: TaskRecord, isActive: boolean, options: TaskOptions): Task {
  const { view, contextId } = record
  const frame = { taskId: view.id, contextId, isActive }
  const { historyLength } = options
  const history = historyLength === 0 ? [] : historyOf(record, frame).slice(-(historyLength ?? 0) || undefined)
  return {
    id: view.id,
    contextId,
    status: statusOf(record, frame),
    ...(options.withArtifacts && { artifacts: artifactsOf(record.entries) }),
    ...(history.length > 0 && { history }),
  }
}

/**
 * Turns what happens in a task into what A2A's streams and pushes say, the same for everyone who follows it: one open
 * interaction at a time, the oldest first, and after each answer a word that the task is worked on again.
 */
export class TaskFold {
  readonly #mayShow: (item: Item) => boolean
  readonly #waiting: Item[] = []
  #state: TaskView['state'] = 'working'
  /** What was last told of the status, so that nothing is told twice. */
  #told = ''

  constructor(mayShow: (item: Item) => boolean) {
    this.#mayShow = mayShow
  }

  /** Takes what was told otherwise, in a whole task, as told. */
  assume(record: Pick<TaskRecord, 'view' | 'open'>): void {
    this.#state = record.view.state
    this.#told = record.open ? record.open.id : record.view.state
  }

  /** @returns what to tell after this event, in order */
  apply(event: TaskEvent, frame: Frame): StreamEvent[] {
    const { item, entry, createdAtMs } = event
    if (item) return this.#mayShow(item) ? this.#applyItem(event, item, frame) : []
    const kind = event.type.replace(/^task\./, '')
    if (kind === 'artifact') return entry ? [artifactUpdate(entry, frame)] : []
    if (kind === 'message') return entry ? this.#applyMessage(entry, frame) : []
    this.#state = kind as TaskView['state']
    if (this.#waiting.length > 0 && !terminal.has(stateNames[this.#state])) return []
    return this.#tell(
      this.#state,
      () => ({
        state: stateNames[this.#state],
        ...(entry?.kind === 'final' && { message: entryMessage(entry, frame) }),
        timestamp: toIso(createdAtMs),
      }),
      frame,
    )
  }

  #applyItem(event: TaskEvent, item: Item, frame: Frame): StreamEvent[] {
    const at = this.#waiting.findIndex(({ id }) => id === item.id)
    if (event.type === 'interaction.created') {
      // Whoever asks is at work.
      if (this.#state === 'submitted') this.#state = 'working'
      if (at === -1) this.#waiting.push(item)
      this.#waiting.sort((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1))
      return this.#tellWait(event, frame)
    }
    if (at !== -1) this.#waiting.splice(at, 1)
    if (this.#told !== item.id && this.#told !== '') return []
    const working = this.#tell(this.#state, () => this.#bare(event), frame)
    return [...working, ...this.#tellWait(event, frame)]
  }

  /** An agent's words while it works; while it waits they are kept in the history alone. */
  #applyMessage(entry: TaskEntry, frame: Frame): StreamEvent[] {
    if (entry.body.role !== 'ROLE_AGENT' || this.#waiting.length > 0) return []
    const status = {
      state: stateNames[this.#state],
      message: entryMessage(entry, frame),
      timestamp: toIso(entry.createdAtMs),
    }
    return [statusUpdate(status, frame)]
  }

  #tellWait(event: TaskEvent, frame: Frame): StreamEvent[] {
    const [open] = this.#waiting
    return open ? this.#tell(open.id, () => waitStatus(open, event.createdAtMs, frame), frame) : []
  }

  #bare(event: TaskEvent): TaskStatus {
    return { state: stateNames[this.#state], timestamp: toIso(event.createdAtMs) }
  }

  #tell(what: string, status: () => TaskStatus, frame: Frame): StreamEvent[] {
    if (this.#told === what) return []
    this.#told = what
    return [statusUpdate(status(), frame)]
  }
}

function statusUpdate(status: TaskStatus, { taskId, contextId }: Frame): StreamEvent {
  return { statusUpdate: { taskId, contextId, status } }
}

function artifactUpdate(entry: TaskEntry, { taskId, contextId }: Frame): StreamEvent {
  return { artifactUpdate: { taskId, contextId, ...(entry.body as unknown as ArtifactBody) } }
}

export function statusOfEvent(event: StreamEvent): TaskStatus | null {
  if ('task' in event) return event.task.status
  return 'statusUpdate' in event ? event.statusUpdate.status : null
}
