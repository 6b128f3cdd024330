import { afterEach, describe, expect, test } from 'vitest'
import { openApp } from '@/lib/services/app'
import type { App } from '@/lib/services/context'
import { listAllRemoteAgents } from '@/lib/services/remote-agents'
import { releaseRemoteAgents } from '@/lib/services/remote-claims'
import { bindings } from '@/lib/testing/a2a'
import { type Api, dialects, startApi } from '@/lib/testing/api'
import { type Script, serveScriptedAgent } from '@/lib/testing/scripted-agent'
import { syncRemoteAgent } from './remote'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Books once it knows flight and seat, after whoever asked has signed in at its own place. */
const script: Script = (heard) => {
  if (heard[0] === 'sign in') return { state: 'AUTH_REQUIRED', says: 'Sign in to the airline.' }
  const question = ['Which flight?', 'Which seat?'][heard.length - 1]
  return question === undefined ? { state: 'COMPLETED' } : { state: 'INPUT_REQUIRED', says: question }
}

async function syncAll(app: App) {
  await Promise.all((await listAllRemoteAgents(app)).map((agent) => syncRemoteAgent(app, agent)))
}

async function start(binding: string, dialect: (typeof dialects)[number] = 'sqlite') {
  const agent = await serveScriptedAgent(binding, script)
  closers.push(() => agent.close())
  const api = await startApi(dialect, { WEBHOOK_ALLOW_PRIVATE: '1' })
  closers.push(() => api.close())
  const body = { card_url: agent.cardUrl, user_id: 'ada' }
  const added = await api.call('POST', '/v1/remote_agents', { by: api.all, body })
  expect(added.status, added.text).toBe(201)
  return { agent, api, sync: () => syncAll(api.app), pending: async () => (await api.list('')).body.data }
}

const mirrorsOf = (api: Api) => api.sql('SELECT state FROM remote_item ORDER BY created_at')

describe.each(bindings)('an agent without the extension over %s', (binding) => {
  test('what needs input is a question, answered by text, one after the other', async () => {
    const { agent, api, sync, pending } = await start(binding)
    const taskId = await agent.start('book')
    await sync()
    await sync()
    const [first, ...others] = await pending()
    expect(others).toEqual([])
    expect(first).toMatchObject({
      type: 'question',
      user_id: 'ada',
      summary: 'Which flight?',
      questions: [{ question: 'Which flight?' }],
      moves_money: null,
    })
    await api.answer(first?.id ?? '', { answers: ['The 09:15 flight'] })
    await sync()
    expect(agent.heard.at(-1)).toEqual({ taskId, messageId: `answer:${first?.id}`, text: 'The 09:15 flight' })

    const [second] = await pending()
    expect(second).toMatchObject({ summary: 'Which seat?' })
    await api.answer(second?.id ?? '', { answers: ['12A'] })
    await sync()
    expect(await agent.stateOf(taskId)).toBe('TASK_STATE_COMPLETED')
    expect(await mirrorsOf(api)).toEqual([{ state: 'sent' }, { state: 'sent' }])
    expect(await pending()).toEqual([])
    expect(agent.heard.map(({ text }) => text)).toEqual(['book', 'The 09:15 flight', '12A'])
  })

  test('what needs leave is a hand-off, which ends when it was done at its place, and nothing is sent', async () => {
    const { agent, api, sync, pending } = await start(binding)
    const taskId = await agent.start('sign in')
    await sync()
    const [handoff] = await pending()
    expect(handoff).toMatchObject({ type: 'handoff', summary: 'Sign in to the airline.' })
    expect(handoff?.questions?.[0]?.question).toContain('Do this at Travel desk: Sign in to the airline.')
    await agent.move(taskId, 'WORKING')
    await sync()
    expect(await api.read(handoff?.id ?? '')).toMatchObject({ status: 'cancelled' })

    await agent.move(taskId, 'AUTH_REQUIRED', 'Sign in again.')
    await sync()
    const [again] = await pending()
    await api.answer(again?.id ?? '', { done: true })
    await sync()
    await sync()
    expect(await pending()).toEqual([])
    expect(agent.heard).toHaveLength(1)
  })

  test('an answer to what the task waits for no more is not sent for what it waits for now', async () => {
    const { agent, api, sync, pending } = await start(binding)
    const taskId = await agent.start('book')
    await sync()
    const [first] = await pending()
    await api.answer(first?.id ?? '', { answers: ['The 09:15 flight'] })
    await agent.move(taskId, 'INPUT_REQUIRED', 'Delete everything?')
    await sync()
    expect(agent.heard).toHaveLength(1)
    expect(
      await api.sql('SELECT state, last_error FROM remote_item WHERE interaction_id = ?', first?.id ?? ''),
    ).toEqual([{ state: 'closed', last_error: 'The task went on.' }])
    const [second] = await pending()
    expect(second).toMatchObject({ summary: 'Delete everything?' })

    await agent.move(taskId, 'INPUT_REQUIRED', 'Keep a copy?')
    await sync()
    expect(await api.read(second?.id ?? '')).toMatchObject({ status: 'cancelled' })
    expect(await pending()).toMatchObject([{ summary: 'Keep a copy?' }])
  })
})

describe.each(dialects)('two instances on %s', (dialect) => {
  test('one of them speaks to the agent, and the other goes on when it is gone', async () => {
    const { agent, api, pending } = await start('JSONRPC', dialect)
    const other = await openApp(api.app.config, new AbortController().signal)
    closers.push(() => other.store.close())
    const both = () => Promise.all([api.app, other].map(syncAll))
    const callsOf = async (work: () => Promise<unknown>) => {
      const before = agent.calls()
      await work()
      return agent.calls() - before
    }
    const aRound = 2
    expect(await callsOf(both)).toBe(aRound)
    const [holder, idle] = (await callsOf(() => syncAll(other))) === 0 ? [api.app, other] : [other, api.app]
    for (let round = 0; round < 5; round++) expect(await callsOf(both)).toBe(aRound)
    expect(await callsOf(() => syncAll(idle))).toBe(0)

    await agent.start('book')
    await api.sql('UPDATE remote_agent SET claimed_until = 1')
    expect(await callsOf(() => syncAll(idle))).toBe(aRound)
    expect(await callsOf(() => syncAll(holder))).toBe(0)
    expect(await pending()).toHaveLength(1)

    await releaseRemoteAgents(idle)
    expect(await callsOf(() => syncAll(holder))).toBe(aRound)
    expect(await pending()).toHaveLength(1)
  })
})
