import { afterAll, beforeAll, expect, test } from 'vitest'
import { asks } from '@/lib/testing/asks'
import { type Served, serveApi } from '@/lib/testing/serve'
import { NotFoundError, Vestra } from './index'

let served: Served
let vestra: Vestra

beforeAll(async () => {
  served = await serveApi({ WEBHOOK_ALLOW_PRIVATE: '1' })
  vestra = new Vestra({ baseUrl: served.url, apiKey: served.all.secret })
})
afterAll(() => served.close())

test('a session is the credential of one user’s page, until it ends', async () => {
  const { id } = await served.open({ ...asks.A, user_id: 'u1' })
  const session = await vestra.sessions.create({ user_id: 'u1', expires_in: 60 })
  const page = new Vestra({ baseUrl: served.url, apiKey: session.token })
  expect((await page.answer.get(id)).id).toBe(id)
  expect(await vestra.sessions.end(session.id)).toMatchObject({ deleted: true })
  await expect(page.answer.get(id)).rejects.toMatchObject({ code: 'session_expired' })
})

test('connections, conversations, tasks', async () => {
  const connection = await vestra.connections.create({ user_id: 'u1', app: 'outlook', status: 'active' })
  expect((await vestra.connections.list({ user_id: 'u1' })).data.map(({ id }) => id)).toEqual([connection.id])
  expect(await vestra.connections.get(connection.id)).toMatchObject({ status: 'active' })
  await vestra.connections.remove(connection.id)
  await expect(vestra.connections.get(connection.id)).rejects.toThrow(NotFoundError)
  const conversation = await vestra.conversations.create({ user_id: 'u1' })
  const task = await vestra.tasks.create({ user_id: 'u1', conversation_id: conversation.id, title: 'Book' })
  expect(await vestra.tasks.end(task.id)).toMatchObject({ id: task.id, status: 'ended' })
})

test('keys, people, links of users', async () => {
  const made = await vestra.keys.create({ name: 'for a worker', scope: 'runtime' })
  expect(made.key).toMatch(/^vk_test_/)
  expect((await vestra.keys.list({ limit: 1 })).data[0]?.id).toBe(made.id)
  expect((await vestra.keys.revoke(made.id)).revoked_at).not.toBeNull()
  const person = await vestra.people.create({ email: 'ada@example.com', user_ids: ['u1'] })
  expect(person.sign_in_link).toContain(served.url)
  expect(await vestra.people.change(person.id, { name: 'Ada' })).toMatchObject({ name: 'Ada' })
  const names = []
  for await (const each of vestra.people.list()) names.push(each.name)
  expect(names).toContain('Ada')
  await vestra.people.remove(person.id)
  expect((await vestra.users.link('u1')).url).toContain('/link#')
})

test('webhook endpoints', async () => {
  const endpoint = await vestra.webhooks.create({ url: 'http://127.0.0.1:1/hook', events: ['interaction.resolved'] })
  expect(endpoint.secret).toMatch(/^whsec_/)
  expect((await vestra.webhooks.list()).data.map(({ id }) => id)).toEqual([endpoint.id])
  expect((await vestra.webhooks.rotate(endpoint.id)).secret).not.toBe(endpoint.secret)
  expect((await vestra.webhooks.deliveries(endpoint.id)).data).toEqual([])
  expect(await vestra.webhooks.enable(endpoint.id)).toMatchObject({ status: 'enabled' })
  expect(await vestra.webhooks.get(endpoint.id)).toMatchObject({ url: 'http://127.0.0.1:1/hook' })
  await vestra.webhooks.remove(endpoint.id)
  await expect(vestra.webhooks.get(endpoint.id)).rejects.toThrow(NotFoundError)
})
