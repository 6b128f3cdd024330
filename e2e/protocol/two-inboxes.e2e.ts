import { expect } from '@playwright/test'
import { makeKey, type Server, type Servers, test, until } from '@/e2e/server'
import { asks } from '@/lib/testing/asks'
import { type Api, apiAt } from './api'
import { startProxy } from './losing-proxy'

test.describe.configure({ timeout: 180_000 })

/** A server that keeps its data, its address and its keys when it is killed and started again. */
async function startPlace(servers: Servers, env: Record<string, string>) {
  const first = await servers.start({ env })
  const { port, dataDir } = first
  const key = await makeKey(first)
  const api: Api = apiAt(first.url, key)
  let server: Server = first
  return {
    api,
    key,
    port,
    kill: () => server.stop('SIGKILL'),
    end: () => server.stop(),
    start: async () => {
      server = await servers.start({ env, port, dataDir })
    },
    verify: () => server.admin('audit', 'verify'),
    pending: async () => (await api.list()).body.data,
    /** How often an item was answered, by its record. */
    answers: async (id: string) => {
      const { body } = await api.call('GET', `/v1/interactions/${id}/audit`)
      return (body.data as unknown as { action: string }[]).filter(({ action }) => action === 'interaction.answered')
        .length
    },
  }
}

test('two inboxes stay in step over restarts of either and lost answers', async ({ servers }) => {
  const proxy = await startProxy()
  const there = await startPlace(servers, { PUBLIC_URL: proxy.url, NEXTAUTH_URL: proxy.url })
  proxy.handTo(there.port)
  const here = await startPlace(servers, { WEBHOOK_ALLOW_PRIVATE: '1' })
  const body = { card_url: `${proxy.url}/.well-known/agent-card.json`, credential: there.key, user_id: 'ada' }
  expect((await here.api.call('POST', '/v1/remote_agents', { body })).status).toBe(201)

  const waitsHere = async (summary: string) => {
    await until(async () => (await here.pending()).some((item) => item.summary === summary))
    const found = (await here.pending()).filter((item) => item.summary === summary)
    expect(found).toHaveLength(1)
    return found[0]?.id ?? ''
  }
  /** Waits for two rounds that began after now. */
  const nextRounds = async () => {
    const before = proxy.count('TASK_STATE_INPUT_REQUIRED')
    await until(() => proxy.count('TASK_STATE_INPUT_REQUIRED') >= before + 2)
  }
  const ask = async (summary: string) => {
    const { body } = await there.api.open({ ...asks.Q1, user_id: null, summary, questions: [{ question: summary }] })
    return body.id
  }

  await test.step('an answer given here while the agent is down arrives when it is back', async () => {
    const { body: asked } = await there.api.open({ ...asks.fnReadOnly, user_id: null })
    const mirrored = await waitsHere('look it up')
    await there.kill()
    expect((await here.api.answer(mirrored, { approve: true, present_user: true })).status).toBe(200)
    await there.start()
    await until(async () => (await there.api.get(asked.id)).body.status === 'resolved', 30_000)
    expect((await there.api.get(asked.id)).body.outcome).toEqual({ decision: 'approved' })
    expect(await there.answers(asked.id)).toBe(1)
  })

  await test.step('a restart here shows nothing twice, and an answer given there meanwhile withdraws it', async () => {
    const kept = await ask('Which seat?')
    const answeredThere = await ask('Which meal?')
    const [seat, meal] = [await waitsHere('Which seat?'), await waitsHere('Which meal?')]
    await here.end()
    expect((await there.api.answer(answeredThere, { answers: ['Fish'] })).status).toBe(200)
    await here.start()
    await until(async () => (await here.api.get(meal)).body.status === 'cancelled')
    await nextRounds()
    expect((await here.pending()).map(({ id }) => id)).toEqual([seat])
    expect((await here.api.answer(seat, { answers: ['12A'] })).status).toBe(200)
    await until(async () => (await there.api.get(kept)).body.status === 'resolved', 30_000)
    expect(await there.answers(kept)).toBe(1)
  })

  await test.step('when the answer to our answer is lost, it is sent again and counts once', async () => {
    const asked = await ask('Window or aisle?')
    const mirrored = await waitsHere('Window or aisle?')
    const sent = `"messageId":"answer:${asked}"`
    proxy.loseAnswerTo(sent)
    expect((await here.api.answer(mirrored, { answers: ['Window'] })).status).toBe(200)
    await until(() => proxy.count(sent) === 2, 30_000)
    await nextRounds()
    expect(proxy.count(sent)).toBe(2)
    expect((await there.api.get(asked)).body.outcome).toEqual({ decision: 'answered', answers: ['Window'] })
    expect(await there.answers(asked)).toBe(1)
  })

  await test.step('when we are killed before we hear of it, it is sent again and counts once', async () => {
    const asked = await ask('Which hotel?')
    const mirrored = await waitsHere('Which hotel?')
    const sent = `"messageId":"answer:${asked}"`
    proxy.loseAnswerTo(sent, () => here.kill())
    expect((await here.api.answer(mirrored, { answers: ['The old one'] })).status).toBe(200)
    await until(async () => (await there.api.get(asked)).body.status === 'resolved')
    await here.start()
    await until(() => proxy.count(sent) === 2, 60_000)
    await nextRounds()
    expect(proxy.count(sent)).toBe(2)
    expect(await there.answers(asked)).toBe(1)
  })

  for (const place of [here, there]) {
    expect(await place.pending()).toEqual([])
    expect((await place.verify()).code).toBe(0)
  }
  proxy.close()
})
