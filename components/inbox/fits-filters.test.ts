import { expect } from 'vitest'
import { toListQuery } from '@/components/query/list-query'
import type { Interaction } from '@/lib/interactions/interaction'
import { verifies } from '@/lib/testing/verifies'
import { ages } from './age'
import { type Filters, readFilters, writeFilters } from './filters'
import { fitsFilters } from './fits-filters'

const nowMs = Date.parse('2030-01-08T12:00:00.000Z')

const item = {
  id: 'int_1',
  type: 'approval',
  kind: 'tool_permission',
  user_id: 'traveller-42',
  task_id: 'task_1',
  conversation_id: null,
  summary: 'Pay the HÔTEL',
  moves_money: true,
  created_at: '2030-01-08T09:00:00.000Z',
  context: { agent: 'Travel agent' },
} as Interaction

const fits = (filters: Partial<Filters>, of: Partial<Interaction> = {}) =>
  fitsFilters({ status: 'snoozed', ...filters }, nowMs)({ ...item, ...of })

verifies('L5 L8', 'what is put off is narrowed as the lists of the server are', () => {
  expect(fits({})).toBe(true)
  const narrowing: [Partial<Filters>, Partial<Filters>][] = [
    [{ type: 'approval' }, { type: 'question' }],
    [{ kind: 'tool_permission' }, { kind: 'custom' }],
    [{ user_id: 'traveller-42' }, { user_id: 'traveller' }],
    [{ task_id: 'task_1' }, { task_id: 'task_2' }],
    [{ agent: 'Travel agent' }, { agent: 'travel agent' }],
    [{ moves_money: 'true' }, { moves_money: 'false' }],
    [{ created_after: '2030-01-08T08:59:59.999Z' }, { created_after: item.created_at }],
    [{ created_before: '2030-01-08T09:00:00.001Z' }, { created_before: item.created_at }],
    [{ q: 'hôtel' }, { q: 'motel' }],
    [{ q: 'travel AGENT' }, { q: 'hotel' }],
    [{ age: 'over_hour' }, { age: 'under_hour' }],
    [{ age: 'under_day' }, { age: 'over_day' }],
  ]
  for (const [kept, left] of narrowing) expect([fits(kept), fits(left)], JSON.stringify(left)).toEqual([true, false])
  expect(fits({ conversation_id: 'conv_1' })).toBe(false)
  expect(fits({ moves_money: 'false' }, { moves_money: null })).toBe(false)
  expect(fits({ type: 'approval', q: 'motel' })).toBe(false)
})

verifies('L9', 'an age stays an age in the address, and is counted back when the list is read', () => {
  for (const age of ages) {
    const filters = readFilters(new URLSearchParams(writeFilters({ status: 'pending', age })))
    expect(filters).toEqual({ status: 'pending', age })
  }
  expect(readFilters(new URLSearchParams('age=ancient'))).toEqual({ status: 'pending' })
  const query = (filters: Partial<Filters>) => toListQuery({ status: 'pending', ...filters }, 'pending', nowMs)
  expect(query({ age: 'over_day' })).toEqual({ status: 'pending', created_before: '2030-01-07T12:00:00.000Z' })
  expect(query({ age: 'under_hour' })).toEqual({ status: 'pending', created_after: '2030-01-08T11:00:00.000Z' })
})

verifies('L8', 'beside a time the narrower of both counts', () => {
  const query = (filters: Partial<Filters>) => toListQuery({ status: 'pending', ...filters }, 'pending', nowMs)
  const early = '2030-01-01T00:00:00.000Z'
  const late = '2030-01-08T11:30:00.000Z'
  expect(query({ age: 'over_day', created_before: early }).created_before).toBe(early)
  expect(query({ age: 'over_day', created_before: late }).created_before).toBe('2030-01-07T12:00:00.000Z')
  expect(query({ age: 'under_day', created_after: late }).created_after).toBe(late)
  expect(query({ age: 'under_day', created_after: early }).created_after).toBe('2030-01-07T12:00:00.000Z')
  expect(query({ age: 'under_day', created_before: late }).created_before).toBe(late)
})
