import type { z } from 'zod'
import type { Question } from './facts'
import type { Context, Interaction, Kind, Type } from './interaction'
import { kindSpec } from './kinds'
import type { Decision, Status } from './status'
import { typeSpec } from './types'

export type Mode = 'test' | 'live'

/** How a yes was vouched for: seen by us, or said by the integrator (A39). */
export type Presence = 'proven' | 'witnessed' | 'claimed'

/** One thing an agent waits on, with the parts that never leave the server. Times are UTC milliseconds. */
export interface Item {
  id: string
  mode: Mode
  type: Type
  kind: Kind
  status: Status
  userId: string | null
  taskId: string | null
  conversationId: string | null
  /** Who may withdraw it and read its result: `agent:NAME`, or `key:ID` for a key without an agent name (D18.3). */
  asker: string
  agent: string
  keyId: string | null
  keyLabel: string | null
  summary: string
  movesMoney: boolean | null
  requiresPresentUser: boolean
  details: Record<string, unknown>
  questions: Question[] | null
  browser: NonNullable<Interaction['browser']> | null
  liveUrl: string | null
  app: string | null
  nonce: string | null
  externalId: string | null
  metadata: Record<string, string> | null
  digest: string
  contentHmac: string
  argumentsHmac: string | null
  createdAtMs: number
  expiresAtMs: number | null
  resolvedAtMs: number | null
  decision: Decision | null
  reason: string | null
  message: string | null
  /** A question's answers; a hand-off's are private (A32). */
  answers: string[] | null
  handoff: 'done' | 'could_not' | 'not_now' | null
  presentUser: Presence | null
  answeredBy: { type: string; id: string; name: string } | null
  method: string | null
  /** An admin answered it for its user, and with what reason; null when it was no override. */
  override: { reason: string | null } | null
  pickedUpAtMs: number | null
}

/** What only the asker may read of an end, and only for a while (K20, A32). */
export interface PrivateResult {
  answers: string[] | null
  /** The tool's output as the JSON text that was sent, byte for byte (C31). */
  outputJson: string | null
  error: string | null
}

export function toIso(ms: number): string {
  return new Date(ms).toISOString()
}

/** The part of the public object that only some readers get. */
export interface ViewExtras {
  /** Only for credentials that may say yes, only while pending (A12). */
  nonce?: boolean
  frameUrl?: string | null
  context?: boolean
  /** What the rules found in it; only a single read looks. */
  found?: Pick<NonNullable<Interaction['context']>, 'cautions' | 'domains'>
}

/** The public object of an item (S1). Secret answers, nonce, frame and context stay out unless asked for. */
export function toInteraction(item: Item, extras: ViewExtras = {}): Interaction {
  const isPending = item.status === 'pending'
  const view: Interaction = {
    object: 'interaction',
    id: item.id,
    user_id: item.userId,
    task_id: item.taskId,
    conversation_id: item.conversationId,
    kind: item.kind,
    type: item.type,
    status: item.status,
    summary: item.summary,
    moves_money: item.movesMoney,
    requires_present_user: item.requiresPresentUser,
    details: item.details,
    outcome: item.decision === null ? null : toOutcome(item, item.decision),
    created_at: toIso(item.createdAtMs),
    expires_at: item.expiresAtMs === null ? null : toIso(item.expiresAtMs),
    resolved_at: item.resolvedAtMs === null ? null : toIso(item.resolvedAtMs),
  }
  if (extras.nonce && isPending && item.nonce !== null) view.nonce = item.nonce
  if (item.questions) view.questions = item.questions
  if (item.browser) view.browser = item.browser
  if (extras.frameUrl) view.frame_url = extras.frameUrl
  if (extras.context) view.context = { ...toContext(item), ...extras.found }
  return view
}

function toOutcome(item: Item, decision: Decision): NonNullable<Interaction['outcome']> {
  return {
    decision,
    ...(item.answers && { answers: item.answers }),
    ...(item.reason !== null && { reason: item.reason }),
    ...(item.message !== null && { message: item.message }),
  }
}

function toContext(item: Item): z.infer<typeof Context> {
  return {
    agent: item.agent,
    key_label: item.keyLabel,
    mode: item.mode,
    digest: item.digest,
    answered_by: item.answeredBy && { type: item.answeredBy.type, name: item.answeredBy.name },
    method: item.method,
    override: item.override,
    picked_up_at: item.pickedUpAtMs === null ? null : toIso(item.pickedUpAtMs),
  }
}

/** Whether an agent's task can wait on it over A2A (A44). */
export function isShownOverA2a(item: { kind: Kind; type: Type }): boolean {
  return typeSpec(item.type).isShownOverA2a && !isReadOnly(item)
}

export function isReadOnly(item: { kind: Kind }): boolean {
  return kindSpec(item.kind).readOnly === true
}
