import type { Item } from '@/lib/interactions/item'
import type { Param, SqlRow } from './sql'

const toJson = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value))
const fromJson = <T>(text: unknown): T | null => (typeof text === 'string' ? (JSON.parse(text) as T) : null)

export function toItemRow(item: Item): Record<string, Param> {
  return {
    id: item.id,
    mode: item.mode,
    type: item.type,
    kind: item.kind,
    status: item.status,
    user_id: item.userId,
    task_id: item.taskId,
    conversation_id: item.conversationId,
    asker: item.asker,
    agent: item.agent,
    key_id: item.keyId,
    key_label: item.keyLabel,
    summary: item.summary,
    moves_money: item.movesMoney,
    requires_present_user: item.requiresPresentUser,
    details_json: JSON.stringify(item.details),
    questions_json: toJson(item.questions),
    browser_json: toJson(item.browser),
    live_url: item.liveUrl,
    app: item.app,
    nonce: item.nonce,
    external_id: item.externalId,
    metadata_json: toJson(item.metadata),
    digest: item.digest,
    content_hmac: item.contentHmac,
    arguments_hmac: item.argumentsHmac,
    created_at: item.createdAtMs,
    expires_at: item.expiresAtMs,
    resolved_at: item.resolvedAtMs,
    ...toEndColumns(item),
    picked_up_at: item.pickedUpAtMs,
  }
}

/** The columns that an end writes; everything else of an item never changes (K11). */
export function toEndColumns(item: Ending): Record<string, Param> {
  return {
    decision: item.decision,
    reason: item.reason,
    message: item.message,
    answers_json: toJson(item.answers),
    handoff: item.handoff,
    present_user: item.presentUser,
    answered_by_type: item.answeredBy?.type ?? null,
    answered_by_id: item.answeredBy?.id ?? null,
    answered_by_name: item.answeredBy?.name ?? null,
    method: item.method,
    override_json: toJson(item.override),
  }
}

/** How an item ended and who ended it. */
export type Ending = Pick<
  Item,
  'decision' | 'reason' | 'message' | 'answers' | 'handoff' | 'presentUser' | 'answeredBy' | 'method' | 'override'
>

const nullableNumber = (value: unknown) => (value === null || value === undefined ? null : Number(value))
const nullableBoolean = (value: unknown) => (value === null || value === undefined ? null : Boolean(value))

/** A row as an item. The columns were written by `toItemRow`, so their types are what it wrote. */
export function toItem(row: SqlRow): Item {
  return {
    id: row.id,
    mode: row.mode,
    type: row.type,
    kind: row.kind,
    status: row.status,
    userId: row.user_id,
    taskId: row.task_id,
    conversationId: row.conversation_id,
    asker: row.asker,
    agent: row.agent,
    keyId: row.key_id,
    keyLabel: row.key_label,
    summary: row.summary,
    movesMoney: nullableBoolean(row.moves_money),
    requiresPresentUser: Boolean(row.requires_present_user),
    details: JSON.parse(row.details_json as string),
    questions: fromJson(row.questions_json),
    browser: fromJson(row.browser_json),
    liveUrl: row.live_url,
    app: row.app,
    nonce: row.nonce,
    externalId: row.external_id,
    metadata: fromJson(row.metadata_json),
    digest: row.digest,
    contentHmac: row.content_hmac,
    argumentsHmac: row.arguments_hmac,
    createdAtMs: Number(row.created_at),
    expiresAtMs: nullableNumber(row.expires_at),
    resolvedAtMs: nullableNumber(row.resolved_at),
    decision: row.decision,
    reason: row.reason,
    message: row.message,
    answers: fromJson(row.answers_json),
    handoff: row.handoff,
    presentUser: row.present_user,
    answeredBy:
      row.answered_by_type === null
        ? null
        : { type: row.answered_by_type, id: row.answered_by_id, name: row.answered_by_name },
    method: row.method,
    override: fromJson(row.override_json),
    pickedUpAtMs: nullableNumber(row.picked_up_at),
  } as Item
}
