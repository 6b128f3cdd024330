import { expect } from 'vitest'
import type { Api, Body } from './api'

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
]
const sometimes = ['nonce', 'questions', 'frame_url', 'browser', 'context']
const statusOf = {
  approved: 'resolved',
  denied: 'resolved',
  answered: 'resolved',
  cancelled: 'cancelled',
  expired: 'expired',
}
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Expects all that the reference says of every object (R27-R56), without a look at our own schema. */
export function expectInteraction(body: Body): void {
  const keys = Object.keys(body)
  expect(always.filter((key) => !keys.includes(key))).toEqual([])
  expect(keys.filter((key) => ![...always, ...sometimes].includes(key))).toEqual([])
  expect(body.object).toBe('interaction')
  expect(body.id).toMatch(body.type === 'tool_call' ? /^call_[0-9a-z]{26}$/ : /^int_[0-9a-z]{26}$/)
  for (const id of [body.user_id, body.task_id, body.conversation_id]) expect(id === null || id.length > 0).toBe(true)
  if (body.type !== 'tool_call') expect(body.task_id).toMatch(/^task_[0-9a-z]{26}$/)
  expect(body.requires_present_user).toBeTypeOf('boolean')
  expect([true, false, null]).toContain(body.moves_money)
  expect(body.created_at).toMatch(time)
  if (body.expires_at !== null) expect(body.expires_at).toMatch(time)
  expectQuestions(body)
  expectEnd(body)
  if (body.type !== 'handoff') expect(keys).not.toContain('browser')
  if (body.type !== 'handoff') expect(keys).not.toContain('frame_url')
  if (body.kind !== 'hands_approval' || body.status !== 'pending') expect(keys).not.toContain('nonce')
}

function expectQuestions(body: Body) {
  const { questions } = body
  expect(questions !== undefined).toBe(body.type === 'question' || body.type === 'handoff')
  if (!questions) return
  expect(questions.length).toBeGreaterThan(0)
  for (const question of questions) {
    expect(Object.keys(question).sort()).toEqual(['header', 'multi_select', 'options', 'question'])
    expect(question.multi_select).toBeTypeOf('boolean')
    for (const option of question.options) expect(Object.keys(option).sort()).toEqual(['description', 'label'])
  }
}

function expectEnd({ status, outcome, resolved_at, type }: Body) {
  if (status === 'pending') {
    expect({ outcome, resolved_at }).toEqual({ outcome: null, resolved_at: null })
    return
  }
  expect(resolved_at).toMatch(time)
  expect(statusOf).toHaveProperty(outcome?.decision ?? 'none', status)
  const allowed = ['decision', 'answers', 'reason', 'message']
  expect(Object.keys(outcome ?? {}).filter((key) => !allowed.includes(key))).toEqual([])
  if (type !== 'question') expect(outcome).not.toHaveProperty('answers')
}

/** Runs a try that must change nothing of the item: not the object, not its record beyond a refusal, not its events. */
export async function expectUnchanged<T>(api: Api, id: string, attempt: () => Promise<T>): Promise<T> {
  const [before, eventsBefore] = [await api.read(id), await events(api, id)]
  const result = await attempt()
  expect(await api.read(id)).toEqual(before)
  expect(await events(api, id)).toEqual(eventsBefore)
  return result
}

const events = (api: Api, id: string) => api.sql('SELECT type, id FROM event WHERE interaction_id = ? ORDER BY seq', id)
