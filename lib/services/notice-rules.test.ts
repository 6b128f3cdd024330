import { describe, expect, test } from 'vitest'
import type { NoticePerson, NoticePreferences } from '@/lib/store/notice-people'
import { newItem } from '@/lib/testing/store'
import { verifies } from '@/lib/testing/verifies'
import {
  burstAt,
  burstMs,
  channelsOf,
  defaultPreferences,
  dueAt,
  groupKeyOf,
  isTold,
  isWorthANotice,
  quietUntil,
  reminderAt,
} from './notice-rules'

const nowMs = Date.UTC(2026, 5, 1, 12)
const minute = 60_000
const hour = 60 * minute

const person = (parts: Partial<NoticePerson> = {}): NoticePerson => ({
  id: 'per_1',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'user',
  userIds: ['traveller-42'],
  preferences: null,
  hasSubscription: false,
  slackAccount: null,
  ...parts,
})
const live = (parts: Parameters<typeof newItem>[0] = {}) => newItem({ mode: 'live', ...parts })

verifies('F4', 'nobody is told of tests, tool calls, what nobody can answer, and what is over', () => {
  expect(isWorthANotice(live(), nowMs)).toBe(true)
  expect(isWorthANotice(newItem(), nowMs)).toBe(false)
  expect(isWorthANotice(live({ type: 'tool_call', kind: 'custom' }), nowMs)).toBe(false)
  expect(isWorthANotice(live({ kind: 'plan_limit' }), nowMs)).toBe(false)
  expect(isWorthANotice(live({ status: 'resolved' }), nowMs)).toBe(false)
  expect(isWorthANotice(live({ expiresAtMs: nowMs }), nowMs)).toBe(false)
  expect(isWorthANotice(live({ expiresAtMs: nowMs + 1 }), nowMs)).toBe(true)
})

verifies('F1 F5', 'who is linked is told; of the company’s own items an admin who chose so', () => {
  const wants = { ...defaultPreferences, companyItems: true }
  expect(isTold(person(), live())).toBe(true)
  expect(isTold(person({ userIds: ['Traveller-42'] }), live())).toBe(false)
  expect(isTold(person({ role: 'admin', userIds: [], preferences: wants }), live())).toBe(false)
  const company = live({ userId: null })
  expect(isTold(person({ role: 'admin', preferences: wants }), company)).toBe(true)
  expect(isTold(person({ role: 'admin' }), company)).toBe(false)
  expect(isTold(person({ role: 'user', preferences: wants }), company)).toBe(false)
})

describe('bursts', () => {
  verifies('F3', 'the first is told at once, the rest of two minutes together', () => {
    const first = burstAt(nowMs, undefined)
    expect(first).toBe(nowMs)
    const second = burstAt(nowMs + 1_000, first)
    expect(second).toBe(nowMs + burstMs)
    expect(burstAt(nowMs + 30_000, second)).toBe(second)
    expect(burstAt(second + 1, second)).toBe(second + burstMs)
    expect(burstAt(first + burstMs, first)).toBe(first + burstMs)
  })

  verifies('F3', 'what moves money, or may, is never part of one', () => {
    const [money, unknown, harmless] = [true, null, false].map((movesMoney) => live({ movesMoney }))
    expect([money, unknown].map((item) => item && groupKeyOf(item))).toEqual([money?.id, unknown?.id])
    expect(harmless && groupKeyOf(harmless)).toBe('agent:Agent')
  })

  verifies('F2', 'each further channel has its turn later', () => {
    expect([0, 1, 2].map((place) => dueAt(nowMs, place, 5 * minute))).toEqual([
      nowMs,
      nowMs + 5 * minute,
      nowMs + 10 * minute,
    ])
  })
})

verifies('F6', 'the reminder comes an hour before the end, sooner for what is short, never for what is shorter', () => {
  const life = (ms: number | null) => reminderAt({ createdAtMs: nowMs, expiresAtMs: ms === null ? null : nowMs + ms })
  expect(life(24 * hour)).toBe(nowMs + 23 * hour)
  expect(life(2 * hour)).toBe(nowMs + 90 * minute)
  expect(life(20 * minute)).toBe(nowMs + 15 * minute)
  expect(life(20 * minute - 1)).toBeNull()
  expect(life(null)).toBeNull()
})

describe('quiet hours', () => {
  const until = (at: string, from: number, to: number, timeZone: string) => {
    const end = quietUntil(
      { ...defaultPreferences, quiet: { from: from * 60, until: to * 60 }, timeZone },
      Date.parse(at),
    )
    return end === null ? null : new Date(end).toISOString()
  }

  verifies('F7', 'they are of the person’s own zone, also over midnight', () => {
    expect(until('2026-06-01T20:30:15Z', 22, 7, 'Europe/Berlin')).toBe('2026-06-02T05:00:00.000Z')
    expect(until('2026-06-01T19:59:59Z', 22, 7, 'Europe/Berlin')).toBeNull()
    expect(until('2026-06-02T05:00:00Z', 22, 7, 'Europe/Berlin')).toBeNull()
    expect(until('2026-06-02T04:59:59Z', 22, 7, 'Europe/Berlin')).toBe('2026-06-02T05:00:00.000Z')
    expect(until('2026-06-01T12:00:00Z', 12, 14, 'UTC')).toBe('2026-06-01T14:00:00.000Z')
    expect(until('2026-06-01T12:00:00Z', 13, 12, 'Asia/Kolkata')).toBe('2026-06-02T06:30:00.000Z')
  })

  verifies('F7', 'they end at the hour on the wall when the clocks change', () => {
    expect(until('2026-03-28T22:00:00Z', 22, 7, 'Europe/Berlin')).toBe('2026-03-29T05:00:00.000Z')
    expect(until('2026-10-24T21:00:00Z', 22, 7, 'Europe/Berlin')).toBe('2026-10-25T06:00:00.000Z')
  })

  test('none were chosen, or of no length', () => {
    expect(quietUntil(defaultPreferences, nowMs)).toBeNull()
    expect(until('2026-06-01T12:00:00Z', 12, 12, 'UTC')).toBeNull()
  })
})

test('the channels are those that exist, in the person’s order', () => {
  const all = { email: true, slack: true, slackApp: true }
  const mailOnly = { email: true, slack: false, slackApp: false }
  expect(channelsOf(person({ hasSubscription: true }), all)).toEqual(['web_push', 'email', 'slack'])
  expect(channelsOf(person(), mailOnly)).toEqual(['email'])
  expect(channelsOf(person({ email: 'x@oidc.invalid' }), all)).toEqual(['slack'])
  const slackAccount = { teamId: 'T1', memberId: 'U1', channel: 'D1', linkedAtMs: 0 }
  expect(channelsOf(person({ slackAccount }), { ...all, slack: false })).toEqual(['email', 'slack'])
  expect(channelsOf(person({ slackAccount }), mailOnly)).toEqual(['email'])
  const preferences: NoticePreferences = { ...defaultPreferences, channels: ['slack', 'email'], slackSealed: 'x' }
  expect(channelsOf(person({ hasSubscription: true, preferences }), mailOnly)).toEqual(['slack', 'email'])
})
