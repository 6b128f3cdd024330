import { describe, expect, it } from 'vitest'
import { readDetails } from './details'

describe('the facts of an item', () => {
  it('are read from the details that the server made', () => {
    const details = readDetails({
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

  it('rows of another shape are shown as leaves, not left out', () => {
    const { rows, others } = readDetails({ details: { renderer: 'x', rows: [1, 2] } })
    expect(rows).toEqual([])
    expect(others).toEqual([
      { label: 'rows[0]', value: '1' },
      { label: 'rows[1]', value: '2' },
    ])
  })
})
