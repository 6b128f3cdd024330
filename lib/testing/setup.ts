import { afterEach, beforeEach, vi } from 'vitest'

// Databases are made within tests, on machines that may be busy; nothing here waits by design.
vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 })

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
