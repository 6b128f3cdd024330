import { afterAll, beforeAll, expect, vi } from 'vitest'
import { runProgram } from '@/lib/testing/run-block'
import { type Served, serveApi } from '@/lib/testing/serve'
import { verifies } from '@/lib/testing/verifies'

vi.setConfig({ testTimeout: 60_000 })

let served: Served
beforeAll(async () => {
  served = await serveApi()
})
afterAll(() => served.close())

verifies('R89', 'the Python client passes its own tests against a server', async () => {
  const env = {
    VESTRA_BASE_URL: served.url,
    VESTRA_API_KEY: served.all.secret,
    VESTRA_ASK_KEY: served.ask.secret,
    PYTHONPATH: 'clients/python',
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const args = ['-W', 'error', '-m', 'unittest', 'discover', '-s', 'clients/python/tests']
  const { code, err } = await runProgram('python3', args, env)
  expect(err).toMatch(/\nOK\n$/)
  expect(code).toBe(0)
})
