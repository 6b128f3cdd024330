import { isDeepStrictEqual } from 'node:util'
import { expect } from '@playwright/test'
import { makeKey, test, verifies } from '@/e2e/server'
import { startSlackWorkspace } from '@/lib/testing/slack-workspace'
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

verifies('F21', 'both take what Slack signs, over its very bytes, and nothing else', async ({ servers }) => {
  const slack = await startSlackWorkspace()
  const nobodys = { channel: 'DU0NOBODY1', ts: '1.000001', text: '', blocks: [], edits: 0 }
  const body = `${slack.press(nobodys, 'deny', { action: { type: 'button', action_id: 'deny', value: 'int_0' } })}&%2e=+%20`
  const good = slack.sign(body)
  try {
    for (const mount of ['server', 'next'] as const) {
      const { url } = await servers.start({ mount, env: slack.settings })
      const call = async (init: RequestInit) => {
        const response = await fetch(`${url}/slack/actions`, init)
        const { error } = (await response.json()) as { error: { code: string } }
        return [response.status, error.code, response.headers.get('X-Request-Id')?.slice(0, 4)]
      }
      expect(await call({ method: 'POST', body, headers: good })).toEqual([404, 'not_found', 'req_'])
      expect(await call({ method: 'POST', body: `${body} `, headers: good })).toEqual([
        401,
        'invalid_credentials',
        'req_',
      ])
      expect(await call({ method: 'POST', body })).toEqual([401, 'unauthenticated', 'req_'])
      expect(await call({ method: 'GET' })).toEqual([405, 'method_not_allowed', 'req_'])
    }
  } finally {
    await slack.close()
  }
})
