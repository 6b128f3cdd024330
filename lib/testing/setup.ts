import { afterEach, beforeEach, vi } from 'vitest'

beforeEach(() => {
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {})
})

// A test that expects a message asserts it on `console.error` and then calls `vi.mocked(console.error).mockClear()`.
afterEach(() => {
  const calls = (['error', 'warn'] as const).flatMap((level) =>
    vi.mocked(console[level]).mock.calls.map((args) => `console.${level}: ${args.map(String).join(' ')}`),
  )
  vi.restoreAllMocks()
  if (calls.length > 0) throw new Error(`unexpected output\n${calls.join('\n')}`)
})
