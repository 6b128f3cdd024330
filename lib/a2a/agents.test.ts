import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFrontMatter } from '@/lib/cli/admin-agent'
import { registerAgent } from '@/lib/services/agents'
import { systemContext } from '@/lib/services/context'
import { a2aOf } from '@/lib/testing/a2a'
import { type Api, dialects, type Key, startApi } from '@/lib/testing/api'
import { verifies } from '@/lib/testing/verifies'

const manifest = (name: string, connections: boolean) =>
  `---\nname: ${name}\ndescription: Writes and ships changes.\nloop:\n  connections: ${connections}\n---\n\n# ${name}\n`

describe.each(dialects)('%s', (dialect) => {
  let api: Api
  let a2a: ReturnType<typeof a2aOf>
  let coder: Key
  let quiet: Key

  const register = async (text: string): Promise<Key> => {
    const { agent, secret } = await registerAgent(systemContext(api.app, 'test'), readFrontMatter(text))
    return { id: agent.keyId, secret, headers: { Authorization: `Bearer ${secret}` } }
  }
  const post = (by: Key, path: string, body: unknown) => api.call('POST', path, { by, body })

  beforeAll(async () => {
    api = await startApi(dialect, { A2A_BLOCKING_SECONDS: '1' })
    a2a = a2aOf(api)
    coder = await register(manifest('coder', true))
    quiet = await register(manifest('quiet', false))
  })
  afterAll(() => api.close())

  test('a registered agent is a skill on the card', async () => {
    const card = (await (await a2a.card()).json()) as { skills: { name: string; description: string }[] }
    expect(card.skills).toContainEqual(
      expect.objectContaining({ name: 'coder', description: 'Writes and ships changes.' }),
    )
  })

  test('a message opens a task that an agent takes up over REST, works on and ends', async () => {
    const waiting = api.call('GET', '/v1/tasks?status=submitted&wait=5', { by: coder })
    const sent = await a2a.send({ parts: [{ text: 'Ship the fix' }], contextId: 'ticket-1' })
    const { id } = sent.result.task
    expect((await waiting).body.data).toMatchObject([{ id, state: 'submitted', context_id: 'ticket-1', agent: null }])
    expect((await post(coder, `/v1/tasks/${id}/updates`, { message: 'On it.' })).status).toBe(200)
    expect((await a2a.get(id)).status.state).toBe('TASK_STATE_WORKING')
    expect((await api.call('GET', `/v1/tasks/${id}`, { by: quiet })).status).toBe(404)
    await a2a.send({ taskId: id, parts: [{ text: 'And quickly' }] })
    const task = JSON.parse((await api.call('GET', `/v1/tasks/${id}`, { by: coder })).text)
    expect(task.messages.map((message: { role: string }) => message.role)).toEqual(['user', 'agent', 'user'])
    const events = JSON.parse((await api.call('GET', `/v1/tasks/${id}/events`, { by: coder })).text).data
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      'task.submitted',
      'task.working',
      'task.message',
      'task.message',
    ])
    await post(coder, `/v1/tasks/${id}/updates`, { artifact: { artifact_id: 'log', parts: [{ text: 'a' }] } })
    await post(coder, `/v1/tasks/${id}/updates`, {
      artifact: { artifact_id: 'log', parts: [{ text: 'b' }], append: true, last_chunk: true },
    })
    await post(coder, `/v1/tasks/${id}/end`, { status: 'completed', message: 'Shipped.' })
    expect(await a2a.get(id)).toMatchObject({
      status: { state: 'TASK_STATE_COMPLETED', message: { parts: [{ text: 'Shipped.' }] } },
      artifacts: [{ artifactId: 'log', parts: [{ text: 'a' }, { text: 'b' }] }],
    })
    expect((await a2a.send({ taskId: id, parts: [{ text: 'again' }] })).reason).toBe('UNSUPPORTED_OPERATION')
    expect((await post(coder, `/v1/tasks/${id}/updates`, { message: 'late' })).status).toBe(409)
  })

  test('a message may name its agent', async () => {
    const sent = await a2a.call('SendMessage', {
      tenant: 'quiet',
      message: { role: 'ROLE_USER', messageId: 'm', parts: [{ text: 'x' }] },
      configuration: { returnImmediately: true },
    })
    const { id } = sent.result.task
    expect((await api.call('GET', `/v1/tasks/${id}`, { by: coder })).status).toBe(404)
    expect((await api.call('GET', `/v1/tasks/${id}`, { by: quiet })).status).toBe(200)
  })

  verifies('A2A-R29', 'request_connection is off unless the manifest turns it on', async () => {
    expect((await post(quiet, '/v1/request_connection', { app: 'github', reason: 'x' })).status).toBe(403)
    expect((await post(api.ask, '/v1/request_connection', { app: 'github', reason: 'x' })).status).toBe(403)
    expect((await post(coder, '/v1/request_connection', { app: 'github', reason: 'x' })).status).toBe(201)
  })

  verifies(
    'N18 N19 A2A-R27 A2A-R28',
    'app and reason are cut at 80 and 280 code points, and the agent hears the end',
    async () => {
      for (const [appLength, reasonLength] of [
        [79, 279],
        [80, 280],
        [81, 281],
      ] as const) {
        const app = '😀'.repeat(appLength)
        const reason = '🌍'.repeat(reasonLength)
        const asked = await post(coder, '/v1/request_connection', { app, reason })
        const taskId = asked.body.task_id ?? ''
        const shown = { app: '😀'.repeat(Math.min(appLength, 80)), reason: '🌍'.repeat(Math.min(reasonLength, 280)) }
        const task = await a2a.get(taskId, { active: true })
        expect(task.status.message?.parts).toEqual([{ text: `Connect ${shown.app}: ${shown.reason}` }])
        expect(Object.values(task.status.message?.metadata ?? {})[0]).toMatchObject({
          kind: 'connection',
          detail: shown,
        })
        await a2a.answer({ taskId, interactionId: asked.body.id }, { value: { connected: false } })
        expect(JSON.parse((await api.result(asked.body.id, coder)).text).text).toBe(`Not connected: ${shown.app}`)
      }
      const asked = await post(coder, '/v1/request_connection', { app: 'Git Hub', reason: 'x', user_id: 'ada' })
      await api.call('POST', '/v1/connections', {
        by: api.all,
        body: { user_id: 'ada', app: 'github', status: 'active' },
      })
      expect(JSON.parse((await api.result(asked.body.id, coder)).text).text).toBe('Connected: Git Hub')
    },
  )

  test('a manifest without front matter, or of a bad form, is refused', async () => {
    expect(() => readFrontMatter('# no')).toThrow('front matter')
    await expect(register('---\ndescription: x\n---\n')).rejects.toThrow('name')
  })
})
