import { afterAll, beforeAll, expect, test } from 'vitest'
import { asks } from '@/lib/testing/asks'
import { type Served, serveApi } from '@/lib/testing/serve'
import { PermissionDeniedError, Vestra } from './index'

let served: Served
let vestra: Vestra

beforeAll(async () => {
  served = await serveApi()
  vestra = new Vestra({ baseUrl: served.url, apiKey: served.all.secret })
})
afterAll(() => served.close())

test('a stream of one item tells its whole story', async () => {
  const { id } = await served.open(asks.A)
  const leaving = new AbortController()
  const types: string[] = []
  for await (const event of vestra.events({ interaction: id, signal: leaving.signal })) {
    types.push(event.type)
    if (event.type === 'interaction.created') await served.answer(id, { approve: true })
    if (event.type === 'interaction.resolved') leaving.abort()
  }
  expect(types).toEqual(['interaction.created', 'interaction.resolved'])
})

test('goes on after the last event when the connection breaks, without a gap or a repeat', async () => {
  const { id: first } = await served.open(asks.A)
  const [created] = (await vestra.events.list({ interaction: first })).data
  await served.cancel(first)
  const seen: string[] = []
  const leaving = new AbortController()
  for await (const event of vestra.events({ lastEventId: created?.id, signal: leaving.signal })) {
    if (event.type === 'reset') expect.fail('events were missed')
    seen.push(`${event.type} ${event.data.id === first ? 'first' : 'second'}`)
    if (seen.length === 1) {
      served.dropConnections()
      await served.open(asks.A)
    }
    if (seen.length === 2) leaving.abort()
  }
  expect(seen).toEqual(['interaction.cancelled first', 'interaction.created second'])
}, 20_000)

test('an event that is not kept any more gives a reset', async () => {
  const stream = vestra.events({ lastEventId: 'evt_unknown' })
  expect((await stream.next()).value).toEqual({ type: 'reset' })
  await stream.return(undefined)
})

test('a refusal is thrown, not tried again', async () => {
  const person = new Vestra({ baseUrl: served.url, apiKey: 'vk_test_nobody' })
  await expect(person.events().next()).rejects.toMatchObject({ status: 401 })
  const session = await vestra.sessions.create({ user_id: 'traveller-42' })
  const page = new Vestra({ baseUrl: served.url, apiKey: session.token })
  await expect(page.events().next()).rejects.toThrow(PermissionDeniedError)
})

test('pages of past events', async () => {
  const { id } = await served.open(asks.A)
  await served.answer(id, { approve: true })
  const { data } = await vestra.events.list({ interaction: id })
  expect(data.map(({ type }) => type)).toEqual(['interaction.created', 'interaction.resolved'])
  expect(data[0]?.id).toMatch(/^evt_/)
})
