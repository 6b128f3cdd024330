import { describe, expect } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { actKeys, readKey } from './acts'

describe('a key', () => {
  verifies('L4', 'means the act that the sheet says', () => {
    for (const [act, [first, second]] of Object.entries(actKeys)) {
      if (['open', 'option', 'submit', 'palette'].includes(act)) continue
      expect(readKey(second ?? first, second !== undefined)).toEqual({ act })
    }
    expect(readKey('g', false)).toEqual({ prefix: true })
    expect(readKey('3', false)).toEqual({ option: '3' })
  })

  verifies('L4', 'after g means where to go, and nothing else', () => {
    for (const key of ['a', 'e', 'j', '1', 'g', '?']) expect(readKey(key, true)).toBeNull()
  })

  verifies('L4', 'that says yes does not exist', () => {
    for (const key of ['y', 'Y', 'A', 'D', ' ', '0']) expect(readKey(key, false)).toBeNull()
  })
})
