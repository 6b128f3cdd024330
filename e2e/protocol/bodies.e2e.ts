import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { firstStart, makeServers, type Server, test, verifies } from '@/e2e/server'
import { apiAt } from './api'
import { connectTo, head } from './raw'

test.describe.configure({ mode: 'default', timeout: 60_000 })

const { servers, end } = makeServers()
let server: Server
test.beforeAll(async () => {
  server = await servers.start()
})
test.afterAll(end)

const mebibyte = 1024 * 1024

/** Two who use the server meanwhile: a connection that is busy all the time, and a long poll. */
async function startBystanders() {
  const { key } = await firstStart(server)
  const api = apiAt(server.url, key)
  const { body: item } = await api.open()
  const authorization = ['Authorization', `Bearer ${key}`] as const
  const bystander = await connectTo(server.port)
  const poll = api.get(item.id, '?wait=50')
  let isOver = false
  const bystanding = (async () => {
    const statuses = new Set<number | null>()
    for (let asked = 1; !isOver; asked++) {
      bystander.send(head('GET', `/v1/interactions/${item.id}`, [authorization]))
      statuses.add(await bystander.status(asked))
      await sleep(20)
    }
    return [...statuses]
  })()

  return {
    api,
    item,
    authorization,
    json: [authorization, ['Content-Type', 'application/json']] as const,
    async expectUnharmed() {
      isOver = true
      expect(await bystanding).toEqual([200])
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      expect((await api.answer(item.id, { approve: true })).status).toBe(200)
      expect((await poll).body.status).toBe('resolved')
      bystander.socket.destroy()
    },
  }
}

verifies('B38 D19.16', 'a body that is announced too large is refused before it is sent', async () => {
  const { item, json, expectUnharmed } = await startBystanders()
  for (const [path, size] of [
    ['/v1/interactions', 2 * mebibyte + 1],
    [`/v1/interactions/${item.id}/answer`, mebibyte + 1],
    [`/v1/interactions/${item.id}/answer`, 10 * mebibyte],
    [`/v1/interactions/${item.id}/cancel`, 1e15],
  ] as const) {
    const connection = await connectTo(server.port)
    connection.send(head('POST', path, [...json, ['Content-Length', String(size)]]))
    expect(await connection.status(), `${path} ${size}`).toBe(413)
    expect(connection.received()).toContain('"code":"body_too_large"')
    connection.socket.destroy()
  }
  await expectUnharmed()
})

verifies('B38', 'ten megabytes that are sent all the same are refused, and those who send them are heard', async () => {
  const { item, json, expectUnharmed } = await startBystanders()
  const chunk = Buffer.alloc(64 * 1024, 'x')
  for (let n = 0; n < 3; n++) {
    const connection = await connectTo(server.port)
    connection.send(
      head('POST', `/v1/interactions/${item.id}/answer`, [...json, ['Content-Length', String(10 * mebibyte)]]),
    )
    for (let sent = 0; sent < 10 * mebibyte && !connection.socket.destroyed; sent += chunk.length) {
      if (!connection.send(chunk))
        await Promise.race([new Promise((go) => connection.socket.once('drain', go)), connection.closed])
    }
    expect(await connection.status()).toBe(413)
    connection.socket.destroy()
  }
  await expectUnharmed()
})

verifies('B38', 'a body in chunks without a length is counted while it comes', async () => {
  const { item, json, expectUnharmed } = await startBystanders()
  const chunkOf = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  const chunked = [...json, ['Transfer-Encoding', 'chunked']] as const

  const large = await connectTo(server.port)
  large.send(head('POST', `/v1/interactions/${item.id}/answer`, chunked))
  large.send(chunkOf('{"approve":'))
  for (let n = 0; n < 40 && !large.socket.destroyed; n++) large.send(chunkOf(' '.repeat(64 * 1024)))
  expect(await large.status()).toBe(413)
  large.socket.destroy()

  const small = await connectTo(server.port)
  small.send(head('POST', `/v1/interactions/${item.id}/answer`, chunked))
  for (const part of ['{"appr', 'ove"', ':"no"}']) small.send(chunkOf(part))
  small.send('0\r\n\r\n')
  expect(await small.status()).toBe(400)
  expect(small.received()).toContain('"code":"invalid_request"')
  small.socket.destroy()
  await expectUnharmed()
})

verifies('B38', 'a length that lies harms nobody', async () => {
  const { api, item, json, authorization, expectUnharmed } = await startBystanders()
  const path = `/v1/interactions/${item.id}/answer`
  const refused = async (bytes: string) => {
    const connection = await connectTo(server.port)
    connection.send(bytes)
    const status = await connection.status()
    connection.socket.destroy()
    return status
  }
  expect(await refused(`${head('POST', path, [...json, ['Content-Length', '12']])}{"approve":true}`)).toBe(400)
  expect(await refused(`${head('POST', path, [...json, ['Content-Length', '-1']])}{"approve":true}`)).toBe(400)
  expect(await refused(`${head('POST', path, [...json, ['Content-Length', '1e3']])}{"approve":true}`)).toBe(400)
  expect(
    await refused(
      `${head('POST', path, [...json, ['Content-Length', '16'], ['Content-Length', '2']])}{"approve":true}`,
    ),
  ).toBe(400)
  const both = [...json, ['Content-Length', '16'], ['Transfer-Encoding', 'chunked']] as const
  expect(await refused(`${head('POST', path, both)}0\r\n\r\n`)).toBe(400)
  expect(
    await refused(head('GET', `/v1/interactions?x=${'y'.repeat(100_000)}`, [authorization])),
  ).toBeGreaterThanOrEqual(400)
  expect(await refused('NONSENSE\r\n\r\n')).toBe(400)

  // Announced and never sent: the caller hangs up.
  for (let n = 0; n < 20; n++) {
    const cut = await connectTo(server.port)
    cut.send(`${head('POST', path, [...json, ['Content-Length', '1000']])}{"approve":`)
    await api.list()
    cut.socket.destroy()
  }
  expect((await api.get(item.id)).body.status).toBe('pending')
  await expectUnharmed()
})

verifies('B16', 'more than one authorization is none', async () => {
  const { authorization, expectUnharmed } = await startBystanders()
  const statusOf = async (...headers: (readonly [string, string])[]) => {
    const connection = await connectTo(server.port)
    connection.send(head('GET', '/v1/interactions', headers))
    const status = await connection.status()
    connection.socket.destroy()
    return status
  }
  expect(await statusOf(authorization)).toBe(200)
  expect(await statusOf(authorization, authorization)).toBe(401)
  expect(await statusOf(authorization, ['Authorization', 'Bearer vk_test_none'])).toBe(401)
  expect(await statusOf(['Authorization', 'Basic eDp5'], authorization)).toBe(401)
  expect(await statusOf(['authorization', authorization[1]], ['AUTHORIZATION', ''])).toBe(401)
  await expectUnharmed()
})
