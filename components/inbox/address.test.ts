import { describe, expect, it } from 'vitest'
import { readAddress, writeAddress } from './address'

const read = (address: string) => {
  const url = new URL(address, 'http://inbox.invalid')
  return readAddress(url.pathname, url.searchParams)
}

describe('an address of the inbox', () => {
  it.each([
    '/',
    '/?status=resolved',
    '/?status=expired&type=approval&kind=exit_plan&user_id=a+b%26c&task_id=task_1&conversation_id=conv_1',
    '/?status=snoozed',
    '/?moves_money=true&created_after=2030-01-01T00%3A00%3A00.000Z&q=a+room&agent=Travel+agent',
    '/inbox/int_1',
    '/inbox/call_1?type=tool_call',
  ])('%s is read and written back', (address) => {
    expect(writeAddress(read(address))).toBe(address)
  })

  it('leaves out what no filter knows', () => {
    expect(read('/?status=open&type=approvals&kind=x&user_id=%20&limit=5&moves_money=1&created_after=soon&q=')).toEqual(
      {
        id: null,
        filters: { status: 'pending' },
      },
    )
  })
})
