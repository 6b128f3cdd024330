import { expect } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { largePayment, readLargeFrom } from './large-payment'

const from = readLargeFrom('USD 1000, KWD 300.500')
const codes = (value: string, currency: string) =>
  largePayment({ summary: 'pay', details: { amount: { value, currency } }, browser: null, agent: 'Agent' }, from)

verifies('CARD14', 'an amount is large from the one on that the operator named for its currency', () => {
  expect(codes('999.99', 'USD')).toEqual([])
  expect(codes('1000', 'USD')).toEqual([{ code: 'large_payment', place: 'amount', said: 'USD 1000', fact: 'USD 1000' }])
  expect(codes('1000.000000000000000001', 'USD')).toHaveLength(1)
  expect(codes('123456789012345678901234567890', 'USD')).toHaveLength(1)
  expect(codes('300.499', 'KWD')).toEqual([])
  expect(codes('300.5', 'KWD')).toHaveLength(1)
  expect(codes('1000000', 'VND')).toEqual([])
})

verifies('CARD14', 'a list that is none says where, and "none" is a list', () => {
  expect(readLargeFrom('none').size).toBe(0)
  for (const wrong of ['1000', 'USD', 'usd 1000', 'USD 1e3', 'USD 1000,', 'USD 10 00']) {
    expect(() => readLargeFrom(wrong), wrong).toThrow(/is not a currency and an amount/)
  }
})
