import { describe, expect, it } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { readDetails } from './details'

describe('the facts of an item', () => {
  it('are read from the details that the server made', () => {
    const details = readDetails({
      type: 'approval',
      details: {
        tool_name: 'pay',
        amount: { value: '500.00', currency: 'USD' },
        payee: { name: 'Lakeside Hotel', id: 'p1' },
        rows: [{ label: 'Booking', value: '2 nights' }],
        reason: 'Tonight only.',
      },
    })
    expect(details).toMatchObject({
      toolName: 'pay',
      amount: { value: '500.00', currency: 'USD' },
      payee: { name: 'Lakeside Hotel', id: 'p1' },
      rows: [{ label: 'Booking', value: '2 nights' }],
      reason: 'Tonight only.',
      others: [],
    })
  })

  it("of a custom item's own map show every leaf and take none for a fact of ours", () => {
    const details = readDetails({
      type: 'approval',
      details: {
        renderer: 'x',
        tool_name: 'pay',
        reason: 'r',
        plan: 'p',
        nested: { list: ['a', { b: false }], none: [] },
      },
    })
    expect(details).toMatchObject({ renderer: 'x', toolName: null, reason: null, plan: null })
    expect(details.others).toEqual([
      { label: 'tool_name', value: 'pay' },
      { label: 'reason', value: 'r' },
      { label: 'plan', value: 'p' },
      { label: 'nested.list[0]', value: 'a' },
      { label: 'nested.list[1].b', value: 'false' },
      { label: 'nested.none', value: '[]' },
    ])
  })

  verifies('S02', 'a leaf is shown whatever its key, and by its whole way', () => {
    const { others } = readDetails({
      type: 'approval',
      details: { renderer: 'x', '': 'to Mallory', ' ': { '': 1, '\u200b': null }, a: { '': { b: true } } },
    })
    expect(others).toEqual([
      { label: '""', value: 'to Mallory' },
      { label: '" ".""', value: '1' },
      { label: '" "."\u200b"', value: 'null' },
      { label: 'a."".b', value: 'true' },
    ])
  })

  verifies('S02', 'an amount that a question brings along is one of its own facts, and shown as such', () => {
    const details = { renderer: 'x', amount: { value: '5', currency: 'USD' }, asks_for_value: 'x' }
    for (const type of ['question', 'handoff'] as const) {
      const { amount, others } = readDetails({ type, details })
      expect(amount).toBeNull()
      expect(others.slice(0, 2)).toEqual([
        { label: 'amount.value', value: '5' },
        { label: 'amount.currency', value: 'USD' },
      ])
    }
    expect(readDetails({ type: 'question', details }).others.at(-1)).toEqual({ label: 'asks_for_value', value: 'x' })
  })

  it('rows of another shape are shown as leaves, not left out', () => {
    const { rows, others } = readDetails({ type: 'approval', details: { renderer: 'x', rows: [1, 2] } })
    expect(rows).toEqual([])
    expect(others).toEqual([
      { label: 'rows[0]', value: '1' },
      { label: 'rows[1]', value: '2' },
    ])
  })
})
