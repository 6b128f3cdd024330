import { isDeepStrictEqual } from 'node:util'
import { expect } from '@playwright/test'
import { makeKey, test } from '@/e2e/server'
import { journey } from './journey'

test.describe.configure({ timeout: 180_000 })

/** What Next decides before our handlers are asked, and why. */
const knownDifferences: Record<string, string> = {
  'a path that is no encoding': 'Next refuses it itself, with 500',
  'two authorizations': 'Node keeps the first unless told to join them, which `next start` does not',
  'ours and a foreign one': 'the same',
}

test('the server and Next serve the same API, word for word', async ({ servers }) => {
  const [ours, nexts] = await Promise.all([servers.start(), servers.start({ mount: 'next' })])
  const expected = await journey(ours.url, await makeKey(ours))
  const found = await journey(nexts.url, await makeKey(nexts))
  expect(found.map(({ name }) => name)).toEqual(expected.map(({ name }) => name))
  const different = expected.flatMap((step, n) => {
    const other = found[n]
    return isDeepStrictEqual(step, other) ? [] : [{ server: step, next: other }]
  })
  expect(different.filter(({ server }) => !(server.name in knownDifferences)).slice(0, 3)).toEqual([])
  expect(different.map(({ server }) => server.name).sort()).toEqual(Object.keys(knownDifferences).sort())

  const statuses = new Set(expected.map(({ status }) => status))
  for (const status of [200, 201, 204, 304, 400, 401, 403, 404, 405, 409, 413, 415, 422])
    expect(statuses).toContain(status)
  expect(expected.filter(({ status }) => status >= 500)).toEqual([])
  for (const name of ['two authorizations', 'a foreign one and ours', 'ours and a foreign one']) {
    expect(expected.find((step) => step.name === name)?.status, name).toBe(401)
  }
})
