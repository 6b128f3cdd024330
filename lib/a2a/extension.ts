import type { Type } from '@/lib/interactions/interaction'
import type { Item } from '@/lib/interactions/item'
import { readyQuestions } from './questions'
import type { TaskStateName } from './wire'

/** The interactions extension (N1). */
export const extensionUri = 'https://docs.nylorun.com/a2a/interactions/v1'

type Kind = 'approval' | 'question' | 'connection'

/** What a task waits on, as the extension says it (N2). */
export interface OpenInteraction {
  interactionId: string
  kind: Kind
  prompt: string
  detail?: Record<string, unknown>
}

interface Face {
  kind: Kind
  state: TaskStateName
  prompt: (item: Item) => string
  /** Never a call's arguments (N6). */
  detail: (item: Item) => Record<string, unknown>
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const only = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** How each type of interaction shows over A2A; a tool call does not (A44). */
const faces = {
  approval: {
    kind: 'approval',
    state: 'TASK_STATE_AUTH_REQUIRED',
    prompt: (item) => item.summary,
    detail: ({ details }) =>
      only({ server: text(details.server), tool: text(details.tool_name), reason: text(details.reason) }),
  },
  question: {
    kind: 'question',
    state: 'TASK_STATE_INPUT_REQUIRED',
    prompt: (item) => readyQuestions(item.questions ?? []),
    detail: (item) => ({ questions: item.questions }),
  },
  handoff: {
    kind: 'question',
    state: 'TASK_STATE_INPUT_REQUIRED',
    prompt: (item) => readyQuestions(item.questions ?? []),
    detail: (item) => only({ handoff: true, url: item.browser?.url ?? undefined }),
  },
  connect: {
    kind: 'connection',
    state: 'TASK_STATE_AUTH_REQUIRED',
    prompt: ({ details, summary }) => `Connect ${details.app}: ${text(details.reason) ?? summary}`,
    detail: ({ details, summary }) => ({ app: details.app, reason: text(details.reason) ?? summary }),
  },
  tool_call: null,
} as const satisfies Record<Type, Face | null>

/** @throws for an item that A2A does not show */
export function faceOf(item: Item): Face {
  const face: Face | null = faces[item.type]
  if (!face) throw new Error(`${item.type} is not shown over A2A`)
  return face
}

export function openInteraction(item: Item): OpenInteraction {
  const { kind, prompt, detail } = faceOf(item)
  const about = detail(item)
  return {
    interactionId: item.id,
    kind,
    prompt: prompt(item),
    ...(Object.keys(about).length > 0 && { detail: about }),
  }
}
