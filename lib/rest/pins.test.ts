import { afterAll, beforeAll, describe, expect } from 'vitest'
import { httpErrors } from '@/lib/http/error-table'
import { errorCodes } from '@/lib/interactions/errors'
import { kindNames } from '@/lib/interactions/kinds'
import { types } from '@/lib/interactions/kinds/define'
import { decisions, statuses } from '@/lib/interactions/status'
import { answerShapes } from '@/lib/interactions/types/define'
import { type Api, startApi } from '@/lib/testing/api'
import { asks, jpegFrame } from '@/lib/testing/asks'
import { verifies } from '@/lib/testing/verifies'
import { operations } from './operations'

/** What others build on, written out: a change of the wire must be made here as well, on purpose. */
describe('pins', () => {
  verifies('C1 C2 C22', 'error codes, their statuses and types', () => {
    const table = Object.entries(httpErrors).map(([code, { status, type }]) => `${status} ${code} ${type}`)
    expect(table).toEqual([
      '400 invalid_json invalid_request_error',
      '400 invalid_text invalid_request_error',
      '400 invalid_request invalid_request_error',
      '400 unknown_parameter invalid_request_error',
      '400 invalid_cursor invalid_request_error',
      '400 invalid_idempotency_key invalid_request_error',
      '400 answer_mismatch invalid_request_error',
      '400 invalid_answers invalid_request_error',
      '400 present_user_required invalid_request_error',
      '400 nonce_required invalid_request_error',
      '400 nonce_mismatch invalid_request_error',
      '401 unauthenticated authentication_error',
      '401 invalid_credentials authentication_error',
      '401 session_expired authentication_error',
      '403 insufficient_scope permission_error',
      '403 session_not_allowed permission_error',
      '403 origin_not_allowed permission_error',
      '403 not_their_item permission_error',
      '404 not_found not_found_error',
      '405 method_not_allowed invalid_request_error',
      '409 already_resolved conflict_error',
      '409 already_cancelled conflict_error',
      '409 expired conflict_error',
      '409 read_only conflict_error',
      '409 idempotency_in_progress idempotency_error',
      '409 external_id_conflict conflict_error',
      '413 body_too_large invalid_request_error',
      '415 unsupported_media_type invalid_request_error',
      '422 idempotency_key_reused idempotency_error',
      '429 rate_limited rate_limit_error',
      '429 too_many_pending rate_limit_error',
      '500 internal_error api_error',
      '503 unavailable api_error',
    ])
    expect(Object.keys(httpErrors)).toEqual(errorCodes)
  })

  verifies('R4 C22', 'operations', () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'DELETE /v1/connections/{connection_id}',
      'DELETE /v1/keys/{key_id}',
      'DELETE /v1/notices/slack',
      'DELETE /v1/notices/subscriptions/{subscription_id}',
      'DELETE /v1/people/{person_id}',
      'DELETE /v1/remote_agents/{remote_agent_id}',
      'DELETE /v1/sessions/{session_id}',
      'DELETE /v1/webhook_endpoints/{endpoint_id}',
      'GET /v1/activity',
      'GET /v1/activity/open',
      'GET /v1/audit',
      'GET /v1/connections',
      'GET /v1/connections/{connection_id}',
      'GET /v1/connections/{connection_id}/tokens',
      'GET /v1/connectors',
      'GET /v1/events',
      'GET /v1/interactions',
      'GET /v1/interactions/{interaction_id}',
      'GET /v1/interactions/{interaction_id}/audit',
      'GET /v1/interactions/{interaction_id}/audit/verification',
      'GET /v1/interactions/{interaction_id}/events',
      'GET /v1/interactions/{interaction_id}/result',
      'GET /v1/keys',
      'GET /v1/notices/failing',
      'GET /v1/notices/preferences',
      'GET /v1/people',
      'GET /v1/remote_agents',
      'GET /v1/tasks',
      'GET /v1/tasks/{task_id}',
      'GET /v1/tasks/{task_id}/events',
      'GET /v1/webhook_endpoints',
      'GET /v1/webhook_endpoints/{endpoint_id}',
      'GET /v1/webhook_endpoints/{endpoint_id}/deliveries',
      'PATCH /v1/notices/preferences',
      'PATCH /v1/people/{person_id}',
      'PATCH /v1/remote_agents/{remote_agent_id}',
      'POST /v1/connections',
      'POST /v1/connections/complete',
      'POST /v1/connections/describe',
      'POST /v1/connections/start',
      'POST /v1/conversations',
      'POST /v1/interactions',
      'POST /v1/interactions/{interaction_id}/answer',
      'POST /v1/interactions/{interaction_id}/cancel',
      'POST /v1/interactions/{interaction_id}/settle',
      'POST /v1/interactions/{interaction_id}/verify',
      'POST /v1/keys',
      'POST /v1/notices/slack',
      'POST /v1/notices/slack/confirm',
      'POST /v1/notices/subscriptions',
      'POST /v1/notices/test',
      'POST /v1/people',
      'POST /v1/people/{person_id}/link',
      'POST /v1/remote_agents',
      'POST /v1/request_connection',
      'POST /v1/sessions',
      'POST /v1/tasks',
      'POST /v1/tasks/{task_id}/end',
      'POST /v1/tasks/{task_id}/updates',
      'POST /v1/user_links/accept',
      'POST /v1/user_links/describe',
      'POST /v1/users/{user_id}/links',
      'POST /v1/webhook_deliveries/{delivery_id}/resend',
      'POST /v1/webhook_endpoints',
      'POST /v1/webhook_endpoints/{endpoint_id}/enable',
      'POST /v1/webhook_endpoints/{endpoint_id}/rotate',
    ])
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  })

  verifies('R20 R21 R22 R32 R33 R37 R49 R59 C22', 'the closed lists of the reference', () => {
    expect(types).toEqual(['approval', 'question', 'connect', 'handoff', 'tool_call'])
    expect(kindNames).toEqual([
      'ask_question',
      'composio_auth',
      'tool_permission',
      'credit_approval',
      'exit_plan',
      'custom',
      'hands_approval',
      'plan_limit',
    ])
    expect(statuses).toEqual(['pending', 'resolved', 'cancelled', 'expired'])
    expect(decisions).toEqual(['approved', 'denied', 'answered', 'cancelled', 'expired'])
    expect(answerShapes).toEqual(['approve', 'answers', 'done', 'could_not', 'not_now', 'output', 'error'])
  })
})

const always = [
  'object',
  'id',
  'user_id',
  'task_id',
  'conversation_id',
  'kind',
  'type',
  'status',
  'summary',
  'moves_money',
  'requires_present_user',
  'details',
  'outcome',
  'created_at',
  'expires_at',
  'resolved_at',
].sort()

describe('keys of the object', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi('sqlite')
  })
  afterAll(() => api.close())

  const pins: { name: string; asked: Record<string, unknown>; more: string[] }[] = [
    { name: 'an approval', asked: asks.M, more: [] },
    { name: 'an approval in person', asked: asks.H, more: ['nonce'] },
    { name: 'a question', asked: asks.Q2, more: ['questions'] },
    { name: 'a connection', asked: asks.CN, more: [] },
    { name: 'a hand-off', asked: asks.HOv, more: ['questions'] },
    {
      name: 'a hand-off in a browser',
      asked: { ...asks.HO, frame: jpegFrame },
      more: ['browser', 'frame_url', 'questions'],
    },
    { name: 'a tool call', asked: asks.TC, more: [] },
    { name: 'a plan limit', asked: asks.PL, more: [] },
  ]
  for (const { name, asked, more } of pins) {
    verifies(
      'R28 R41 R42 R45 R46 D18.8 C22',
      `${name} has exactly its keys, when read, listed, created and withdrawn`,
      async () => {
        const keys = (value: object | undefined) => Object.keys(value ?? {}).sort()
        const created = await api.open({ ...asked, user_id: name })
        expect(keys(await api.read(created.id))).toEqual([...always, ...more].sort())
        expect(keys((await api.list(`?user_id=${name}`)).body.data[0])).toEqual(
          [...always, ...more.filter((key) => key !== 'frame_url')].sort(),
        )
        const shown = more.filter((key) => key !== 'frame_url' && key !== 'nonce')
        expect(keys(created)).toEqual([...always, ...shown, 'digest'].sort())
        expect(keys((await api.cancel(created.id)).body)).toEqual([...always, ...shown].sort())
      },
    )
  }
})
