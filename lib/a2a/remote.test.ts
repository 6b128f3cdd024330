import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterEach, describe, expect, test } from 'vitest'
import { handlerOf } from '@/lib/http/mount'
import { listAllRemoteAgents } from '@/lib/services/remote-agents'
import { extension } from '@/lib/testing/a2a'
import { type Api, dialects, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { verifies } from '@/lib/testing/verifies'
import { sendDuePushes } from './push'
import { syncRemoteAgent } from './remote'

const closers: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A server that can be reached over HTTP, and told to lose its answers. */
async function serve(dialect: (typeof dialects)[number]) {
  const listener: { handle: (request: Request) => Promise<Response> } = { handle: async () => new Response() }
  const server: Server = createServer(
    getRequestListener((request) => listener.handle(request), { overrideGlobalObjects: false }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api: Api = await startApi(dialect, { PUBLIC_URL: url, WEBHOOK_ALLOW_PRIVATE: '1', A2A_BLOCKING_SECONDS: '1' })
  let losing: string | null = null
  listener.handle = async (request) => {
    const text = request.method === 'POST' ? await request.text() : null
    const copy = new Request(request.url, {
      method: request.method,
      headers: request.headers,
      ...(text !== null && { body: text }),
    })
    const handler = handlerOf(new URL(request.url).pathname)
    const response = handler ? await handler(api.app, copy, { address: null }) : new Response(null, { status: 404 })
    if (losing !== null && text?.includes(losing)) {
      losing = null
      return new Response('lost', { status: 502 })
    }
    return response
  }
  closers.push(async () => {
    await api.close()
    server.closeAllConnections()
    server.close()
  })
  return {
    api,
    url,
    loseAnswerTo: (method: string) => {
      losing = method
    },
  }
}

describe.each(dialects)('two servers on %s', (dialect) => {
  test('both inboxes stay in step, whichever side answers, after a lost response too', async () => {
    const there = await serve(dialect)
    const here = await serve(dialect)
    const added = await here.api.call('POST', '/v1/remote_agents', {
      by: here.api.all,
      body: {
        card_url: `${there.url}/.well-known/agent-card.json`,
        credential: there.api.runtime.secret,
        user_id: 'ada',
      },
    })
    expect(added.status, added.text).toBe(201)
    expect(added.text).not.toContain(there.api.runtime.secret)
    const sync = async () => {
      for (const agent of await listAllRemoteAgents(here.api.app)) await syncRemoteAgent(here.api.app, agent)
    }
    const pending = async () => (await here.api.list('')).body.data

    const first = await there.api.open(asks.fnReadOnly)
    await sync()
    await sync()
    const [mirrored, ...others] = await pending()
    expect(others).toEqual([])
    expect(mirrored).toMatchObject({
      type: 'approval',
      summary: 'look it up',
      moves_money: null,
      requires_present_user: true,
      user_id: 'ada',
    })
    await here.api.answer(mirrored?.id ?? '', { approve: true, present_user: true })
    there.loseAnswerTo('SendMessage')
    await sync()
    expect((await there.api.read(first.id)).outcome).toEqual({ decision: 'approved' })
    await here.api.sql('UPDATE remote_item SET next_try_at = NULL')
    await sync()
    expect(await here.api.sql('SELECT state FROM remote_item')).toEqual([{ state: 'sent' }])
    expect((await there.api.audit(first.id)).filter(({ action }) => action === 'interaction.answered')).toHaveLength(1)

    const second = await there.api.open(asks.Q1)
    await sync()
    const [question] = await pending()
    expect(question).toMatchObject({ type: 'question' })
    await there.api.answer(second.id, { answers: ['Yes'] })
    await sync()
    expect(await here.api.read(question?.id ?? '')).toMatchObject({
      status: 'cancelled',
      outcome: { reason: 'Answered at the agent.' },
    })

    const third = await there.api.open(asks.Q1)
    await sync()
    const [raced] = await pending()
    await here.api.answer(raced?.id ?? '', { answers: ['No'] })
    await there.api.answer(third.id, { answers: ['Yes'] })
    await sync()
    expect((await there.api.read(third.id)).outcome?.answers).toEqual(['Yes'])
    expect(await here.api.sql('SELECT state FROM remote_item WHERE interaction_id = ?', raced?.id ?? '')).toEqual([
      { state: 'closed' },
    ])
    expect(await pending()).toEqual([])
  }, 30_000)

  verifies('ADM19', 'a paused agent is left alone; what was answered meanwhile reaches it afterwards', async () => {
    const there = await serve(dialect)
    const here = await serve(dialect)
    const card_url = `${there.url}/.well-known/agent-card.json`
    const body = { card_url, credential: there.api.runtime.secret, user_id: 'ada' }
    const added = await here.api.call('POST', '/v1/remote_agents', { by: here.api.all, body })
    const sync = async () => {
      for (const agent of await listAllRemoteAgents(here.api.app)) await syncRemoteAgent(here.api.app, agent)
    }
    const change = (paused: unknown, by = here.api.all) =>
      here.api.call('PATCH', `/v1/remote_agents/${added.body.id}`, { by, body: { paused } })
    const first = await there.api.open(asks.Q1)
    await sync()
    const [question] = (await here.api.list('')).body.data

    expect((await change(true)).body).toMatchObject({ id: added.body.id, status: 'paused' })
    await there.api.open(asks.Q1)
    await here.api.answer(question?.id ?? '', { answers: ['Yes'] })
    await sync()
    expect((await here.api.list('')).body.data).toEqual([])
    expect((await there.api.read(first.id)).status).toBe('pending')

    await change(false)
    await change(false)
    await sync()
    await sync()
    expect((await there.api.read(first.id)).outcome?.answers).toEqual(['Yes'])
    expect((await here.api.list('')).body.data).toHaveLength(1)
    const actions = await here.api.sql(
      `SELECT action FROM audit WHERE action IN ('remote_agent.paused', 'remote_agent.resumed') ORDER BY seq`,
    )
    expect(actions.map(({ action }) => action)).toEqual(['remote_agent.paused', 'remote_agent.resumed'])

    const live = await here.api.makeKey('all', { mode: 'live' })
    const refused = [await change('yes'), await change(true, here.api.runtime), await change(true, live)]
    expect(refused.map(({ status }) => status)).toEqual([400, 403, 404])
    expect(refused[0]?.body.error.param).toBe('paused')
  })

  test('a card that leads inside is refused where that is not allowed', async () => {
    const api = await startApi(dialect)
    closers.push(() => api.close())
    const refused = await api.call('POST', '/v1/remote_agents', {
      by: api.all,
      body: { card_url: 'http://127.0.0.1:1/.well-known/agent-card.json' },
    })
    expect([refused.status, refused.body.error.param]).toEqual([400, 'card_url'])
    expect(
      (await api.call('POST', '/v1/remote_agents', { by: api.runtime, body: { card_url: 'https://example.com' } }))
        .status,
    ).toBe(403)
  })

  verifies('A2A-R45', 'pushes tell what streams tell, with the extension only where it was active', async () => {
    const got: { body: string; auth: string | undefined }[] = []
    const receiver = createServer((incoming, outgoing) => {
      let body = ''
      incoming.on('data', (chunk) => {
        body += chunk
      })
      incoming.on('end', () => {
        got.push({ body, auth: incoming.headers.authorization })
        outgoing.end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    closers.push(() => receiver.close())
    const { api, url } = await serve(dialect)
    const task = await api.call('POST', '/v1/tasks', { by: api.all, body: {} })
    for (const isActive of [true, false]) {
      await fetch(`${url}/a2a/rest/tasks/${task.body.id}/pushNotificationConfigs`, {
        method: 'POST',
        headers: {
          ...api.runtime.headers,
          'A2A-Version': '1.0',
          'Content-Type': 'application/json',
          ...(isActive && { 'A2A-Extensions': extension }),
        },
        body: JSON.stringify({
          id: `p-${isActive}`,
          url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
          authentication: { scheme: 'Bearer', credentials: `c-${isActive}` },
        }),
      })
    }
    const item = await api.open({ ...asks.A, user_id: null, task_id: task.body.id })
    await api.answer(item.id, { approve: true })
    while ((await sendDuePushes(api.app)) > 0);
    const states = (auth: string) =>
      got.filter((each) => each.auth === auth).map(({ body }) => JSON.parse(body).statusUpdate.status.state)
    for (const isActive of [true, false]) {
      expect(states(`Bearer c-${isActive}`)).toEqual(['TASK_STATE_AUTH_REQUIRED', 'TASK_STATE_WORKING'])
      expect(
        got.filter(({ auth }) => auth === `Bearer c-${isActive}`).some(({ body }) => body.includes(extension)),
      ).toBe(isActive)
    }
  })
})
