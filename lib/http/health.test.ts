import { expect, test } from 'vitest'
import { startApi } from '@/lib/testing/api'
import { healthz, readyz } from './health'

test('it is ready while the store answers, and until it is told to end', async () => {
  const api = await startApi('sqlite')
  const ending = new AbortController()
  api.app.shutdown = ending.signal
  expect((await readyz(api.app)).status).toBe(200)
  ending.abort()
  const answer = await readyz(api.app)
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'ending' }])
  expect(healthz().status).toBe(200)
  await api.close()
})

test('it is not ready without its tables, nor without its store', async () => {
  const api = await startApi('sqlite')
  await api.sql('DELETE FROM _prisma_migrations')
  expect((await readyz(api.app)).status).toBe(503)
  await api.close()
  expect((await readyz(api.app)).status).toBe(503)
})
