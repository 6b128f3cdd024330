import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { a2aOf, bindings, extension, interactionOf, type StreamedEvent } from '@/lib/testing/a2a'
import { type Api, dialects, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { verifies } from '@/lib/testing/verifies'

const held = {
  kind: 'tool_permission',
  user_id: 'ada',
  summary: 'Look up the booking?',
  tool: { name: 'look_up', source: 'function', read_only: true },
  arguments: { pnr: 'SECRET-4711', nested: { card: 'SECRET-VISA' } },
  reason: 'To see the seat.',
}
const question = { kind: 'ask_question', summary: 'when', questions: [{ question: 'When?' }] }
const connect = {
  kind: 'composio_auth',
  user_id: 'ada',
  summary: 'connect',
  app: 'github',
  reason: 'To open the pull request.',
}

describe.each(dialects)('%s', (dialect) => {
  let api: Api
  let a2a: ReturnType<typeof a2aOf>
  beforeAll(async () => {
    api = await startApi(dialect, { A2A_BLOCKING_SECONDS: '1' })
    a2a = a2aOf(api)
  })
  afterAll(() => api.close())

  const stateOf = async (taskId: string) => (await a2a.get(taskId)).status.state

  describe.each(bindings)('%s', (binding) => {
    verifies(
      'N1 N2 N3 N4 N5 N6 N7 A2A-R2 A2A-R3 A2A-R4 A2A-R5 A2A-R6 A2A-R7 A2A-R9 A2A-R10 A2A-R11 A2A-R40',
      'an interrupted task says what it waits for',
      async () => {
        const cases = [
          {
            ask: held,
            kind: 'approval',
            state: 'TASK_STATE_AUTH_REQUIRED',
            prompt: held.summary,
            detail: { tool: 'look_up', reason: held.reason },
          },
          { ask: question, kind: 'question', state: 'TASK_STATE_INPUT_REQUIRED', prompt: 'When?', detail: undefined },
          {
            ask: connect,
            kind: 'connection',
            state: 'TASK_STATE_AUTH_REQUIRED',
            prompt: 'Connect github: To open the pull request.',
            detail: { app: 'github', reason: connect.reason },
          },
        ]
        for (const { ask, kind, state, prompt, detail } of cases) {
          const { item, taskId } = await a2a.ask(ask)
          const plain = await a2a.get(taskId, { binding })
          const active = await a2a.get(taskId, { binding, active: true })
          expect(plain.status.state).toBe(state)
          expect(plain.status.message).toMatchObject({ role: 'ROLE_AGENT', parts: [{ text: prompt }] })
          expect(Object.keys(plain.status.message ?? {})).not.toContain('metadata')
          expect(active.status.message).toEqual({
            ...plain.status.message,
            extensions: ['https://docs.nylorun.com/a2a/interactions/v1'],
            metadata: { [extension]: expect.objectContaining({ interactionId: item.id, kind, prompt }) },
          })
          if (detail) expect(interactionOf(active)?.detail).toEqual(detail)
        }
      },
    )

    verifies('N6 A2A-R8', 'no argument of a call is anywhere in the task', async () => {
      const { item, taskId } = await a2a.ask(held)
      const before = await a2a.call('GetTask', { id: taskId }, { binding, active: true })
      await a2a.answer({ taskId, interactionId: item.id }, { approved: true }, { binding })
      const after = await a2a.call('GetTask', { id: taskId }, { binding, active: true })
      expect(JSON.stringify([before.raw, after.raw])).not.toContain('SECRET')
    })

    verifies(
      'N8 A2A-R12 A2A-R26 A2A-R44 BX.a2a',
      'a text never approves, connects or declines, and leaves no trace',
      async () => {
        for (const ask of [held, connect]) {
          const { item, taskId } = await a2a.ask(ask)
          const before = await a2a.get(taskId)
          for (const active of [true, false]) {
            for (const parts of [
              [{ text: 'yes' }],
              [{ text: 'approved' }],
              [{ text: '{"approved": true}' }],
              [{ data: { approved: true } }],
            ]) {
              const refused = await a2a.send(
                { taskId, parts, ...(active && { extensions: [extension] }) },
                { binding, active },
              )
              expect([refused.reason, refused.code]).toEqual([
                'UNSUPPORTED_OPERATION',
                binding === 'JSONRPC' ? -32004 : 400,
              ])
            }
          }
          expect(await a2a.get(taskId)).toEqual(before)
          expect((await api.read(item.id)).status).toBe('pending')
        }
      },
    )

    verifies(
      'N10 N11 N14 N17 A2A-R14 A2A-R15 A2A-R18 A2A-R19 A2A-R20 A2A-R31 A2A-R34 A2A-R36',
      'an approval is answered by approved or a boolean value',
      async () => {
        const cases = [
          [{ approved: true }, 'approved'],
          [{ approved: false }, 'denied'],
          [{ value: true }, 'approved'],
          [{ value: false }, 'denied'],
          [{ approved: false, value: true }, 'denied'],
        ] as const
        for (const [answer, decision] of cases) {
          const { item, taskId } = await a2a.ask(held)
          const answered = await a2a.answer({ taskId, interactionId: item.id }, answer, { binding })
          expect(answered.result.task).toMatchObject({ id: taskId, status: { state: 'TASK_STATE_WORKING' } })
          expect(answered.result.task.status.message).toBeUndefined()
          expect((await api.read(item.id)).outcome).toEqual({ decision })
        }
      },
    )

    verifies(
      'A2A-R20 A2A-R16 A2A-R17',
      'an answer of a bad form is refused and the interaction stays open',
      async () => {
        const { item, taskId } = await a2a.ask(held)
        const target = { taskId, interactionId: item.id }
        for (const answer of [{ approved: 'true' }, { value: 1 }, {}, { value: null }]) {
          expect((await a2a.answer(target, answer, { binding })).reason).toBe('INVALID_PARAMS')
        }
        expect((await a2a.answer({ taskId, interactionId: 'int_other' }, { approved: true }, { binding })).reason).toBe(
          'INVALID_PARAMS',
        )
        const contradicting = await a2a.send(
          {
            taskId,
            parts: [{ data: { approved: false } }],
            extensions: [extension],
            metadata: { [extension]: { interactionId: item.id, approved: true } },
          },
          { binding },
        )
        expect(contradicting.reason).toBe('INVALID_PARAMS')
        const unlisted = await a2a.send(
          { taskId, parts: [{ text: 'x' }], metadata: { [extension]: { interactionId: item.id, approved: true } } },
          { binding },
        )
        expect(unlisted.reason).toBe('UNSUPPORTED_OPERATION')
        expect((await api.read(item.id)).status).toBe('pending')
        await api.answer(item.id, { approve: false })
        expect((await a2a.answer(target, { approved: true }, { binding })).reason).toBe('UNSUPPORTED_OPERATION')
      },
    )

    verifies(
      'N9 N12 A2A-R13 A2A-R21 A2A-R22',
      'a question takes text, data, any value, and approved as its value',
      async () => {
        const values = ['soon', 7, false, null, ['a'], { at: 9 }]
        for (const value of values) {
          const { item, taskId } = await a2a.ask(question)
          const answered = await a2a.answer({ taskId, interactionId: item.id }, { value }, { binding })
          expect(answered.result.task.status.state).toBe('TASK_STATE_WORKING')
          expect((await api.read(item.id)).outcome?.answers).toEqual([
            typeof value === 'string' ? value : JSON.stringify(value),
          ])
        }
        const asApproved = await a2a.ask(question)
        await a2a.answer(
          { taskId: asApproved.taskId, interactionId: asApproved.item.id },
          { approved: true },
          { binding },
        )
        expect((await api.read(asApproved.item.id)).outcome?.answers).toEqual(['true'])
        for (const [part, answers] of [
          [{ text: 'tomorrow' }, ['tomorrow']],
          [{ data: { at: 9 } }, ['{"at":9}']],
        ] as const) {
          const { item, taskId } = await a2a.ask(question)
          const said = await a2a.send({ taskId, parts: [part] }, { binding })
          expect(said.result.task.status.state).toBe('TASK_STATE_WORKING')
          expect((await api.read(item.id)).outcome?.answers).toEqual(answers)
        }
      },
    )

    verifies('N16 A2A-R33 BX.a2a', 'a message sent again answers once, and with other words is refused', async () => {
      const { item, taskId } = await a2a.ask(held)
      const target = { taskId, interactionId: item.id }
      const send = (approved: boolean) => a2a.answer(target, { approved }, { binding, messageId: `answer:${item.id}` })
      expect((await send(true)).result.task.status.state).toBe('TASK_STATE_WORKING')
      expect((await send(true)).result.task.status.state).toBe('TASK_STATE_WORKING')
      expect(await send(false)).toMatchObject({ reason: 'INVALID_PARAMS' })
      await api.call('POST', `/v1/tasks/${taskId}/end`, { by: api.all })
      expect((await send(true)).result.task.status.state).toBe('TASK_STATE_COMPLETED')
      expect((await api.audit(item.id)).filter(({ action }) => action === 'interaction.answered')).toHaveLength(1)
    })

    verifies('N16 N17 A2A-R34', 'a retry that meets its first try at any point of it hears the same', async () => {
      for (let turns = 0; turns < 24; turns++) {
        const { item, taskId } = await a2a.ask(held)
        const target = { taskId, interactionId: item.id }
        const send = () => a2a.answer(target, { approved: true }, { binding, messageId: `answer:${item.id}` })
        const first = send()
        for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
        const states = (await Promise.all([first, send()])).map(
          (reply) => reply.reason ?? reply.result.task.status.state,
        )
        expect(states, `${turns} turns later`).toEqual(['TASK_STATE_WORKING', 'TASK_STATE_WORKING'])
      }
    })

    verifies('A42 D19.6 BX.a2a', 'a yes that needs a present person is for the inbox, a no works', async () => {
      for (const ask of [asks.M, asks.H, asks.mcp]) {
        const { item, taskId } = await a2a.ask(ask)
        const target = { taskId, interactionId: item.id }
        const refused = await a2a.answer(target, { approved: true }, { binding })
        expect(refused.reason).toBe('UNSUPPORTED_OPERATION')
        expect(refused.message).toContain(`/inbox/${item.id}`)
        expect((await api.read(item.id)).status).toBe('pending')
        expect((await a2a.answer(target, { approved: false }, { binding })).result.task.status.state).toBe(
          'TASK_STATE_WORKING',
        )
        expect((await a2a.answer(target, { approved: false }, { binding })).reason).toBe('UNSUPPORTED_OPERATION')
      }
    })

    verifies(
      'N13 A43 A2A-R23 A2A-R24 A2A-R25 A2A-R30',
      'connected is believed where a connection says so, all else declines',
      async () => {
        const app = `app-${binding === 'JSONRPC' ? 'rpc' : 'rest'}`
        const { item, taskId } = await a2a.ask({ ...connect, app })
        const target = { taskId, interactionId: item.id }
        for (const answer of [{ value: { connected: true } }, { value: true }, { approved: true }]) {
          const refused = await a2a.answer(target, answer, { binding })
          expect([refused.reason, refused.message]).toEqual([
            'UNSUPPORTED_OPERATION',
            expect.stringContaining(`Connect ${app} first`),
          ])
        }
        await api.call('POST', '/v1/connections', { by: api.all, body: { user_id: 'ada', app, status: 'active' } })
        expect(await stateOf(taskId)).toBe('TASK_STATE_WORKING')
        expect((await a2a.answer(target, { value: { connected: true } }, { binding })).result.task.status.state).toBe(
          'TASK_STATE_WORKING',
        )
        for (const answer of [
          { value: false },
          { value: { connected: false } },
          { value: { connected: 'true' } },
          { value: 'yes' },
          { value: 1 },
          { value: null },
          { value: {} },
          { approved: false },
        ]) {
          const declined = await a2a.ask({ ...connect, app: `${app}-no` })
          await a2a.answer({ taskId: declined.taskId, interactionId: declined.item.id }, answer, { binding })
          expect((await api.read(declined.item.id)).outcome?.decision).toBe('denied')
          expect(JSON.parse((await api.result(declined.item.id)).text).text).toBe(`Not connected: ${app}-no`)
        }
      },
    )

    verifies('A44', 'a hand-off is a question; tool calls and plan limits are not shown', async () => {
      const done = await a2a.ask(asks.HO)
      expect((await a2a.get(done.taskId, { active: true, binding })).status.state).toBe('TASK_STATE_INPUT_REQUIRED')
      expect((await a2a.send({ taskId: done.taskId, parts: [{ text: 'some words' }] }, { binding })).reason).toBe(
        'INVALID_PARAMS',
      )
      await a2a.answer({ taskId: done.taskId, interactionId: done.item.id }, { value: { done: true } }, { binding })
      expect((await api.read(done.item.id)).outcome?.decision).toBe('answered')
      const value = await a2a.ask(asks.HOv)
      await a2a.send({ taskId: value.taskId, parts: [{ text: 'code-123456' }] }, { binding })
      expect(JSON.parse((await api.result(value.item.id)).text).answers).toEqual(['code-123456'])
      expect(JSON.stringify(await a2a.get(value.taskId, { active: true, binding }))).not.toContain('123456')
      const limit = await a2a.ask(asks.PL)
      expect(await stateOf(limit.taskId)).toBe('TASK_STATE_WORKING')
    })

    verifies('N15 A2A-R32', 'the subject of the caller is recorded', async () => {
      const { item, taskId } = await a2a.ask(held)
      await a2a.answer({ taskId, interactionId: item.id }, { approved: true }, { binding, messageId: 'm-subject' })
      const answered = (await api.audit(item.id)).find(({ action }) => action === 'interaction.answered')
      expect(answered).toMatchObject({
        actor: { type: 'key', id: api.runtime.id },
        channel: 'a2a',
        facts: { approvedBy: `key:${api.runtime.id}`, messageId: 'm-subject', interactionId: item.id },
      })
    })

    verifies('A2A-R37 A2A-R38 AUTH-SCOPE', 'a wrong context is refused, a foreign task does not exist', async () => {
      const { item, taskId } = await a2a.ask(held)
      const wrong = await a2a.answer(
        { taskId, contextId: 'other', interactionId: item.id },
        { approved: true },
        { binding },
      )
      expect(wrong.reason).toBe('INVALID_PARAMS')
      const session = async (user_id: string) => {
        const made = await api.call('POST', '/v1/sessions', { by: api.all, body: { user_id } })
        return { id: made.body.id, headers: { Authorization: `Bearer ${JSON.parse(made.text).token}` } }
      }
      const [ada, bob] = [await session('ada'), await session('bob')]
      const live = await api.makeKey('runtime', { mode: 'live' })
      for (const by of [bob, live]) {
        for (const [name, params] of [
          ['GetTask', { id: taskId }],
          ['CancelTask', { id: taskId }],
        ] as const) {
          expect((await a2a.call(name, params, { binding, by })).reason).toBe('TASK_NOT_FOUND')
        }
        expect((await a2a.answer({ taskId, interactionId: item.id }, { approved: true }, { binding, by })).reason).toBe(
          'TASK_NOT_FOUND',
        )
        expect((await a2a.call('ListTasks', {}, { binding, by })).result.tasks.map(({ id }) => id)).not.toContain(
          taskId,
        )
      }
      expect((await a2a.call('GetTask', { id: taskId }, { binding, by: api.ask })).http).toBe(403)
      expect((await a2a.call('GetTask', { id: taskId }, { binding, headers: { Authorization: '' } })).http).toBe(401)
      expect(
        (await a2a.answer({ taskId, interactionId: item.id }, { approved: true }, { binding, by: ada })).result.task
          .status.state,
      ).toBe('TASK_STATE_WORKING')
    })

    verifies(
      'A2A-R41 A2A-R42 A2A-R39 AUTH-INTASK BIND-EQUIV',
      'every open stream hears of an answer given elsewhere, one interaction after the other',
      async () => {
        const { item, taskId } = await a2a.ask(held)
        const second = await api.open({ ...held, task_id: taskId, summary: 'And the other one?' })
        const heard: StreamedEvent[][] = [[], []]
        const readers = heard.map(async (events, index) => {
          for await (const event of a2a.stream('SubscribeToTask', { id: taskId }, { binding, active: index === 0 }))
            events.push(event)
        })
        await expect.poll(() => heard.every(({ length }) => length === 1), { timeout: 5_000 }).toBe(true)
        await api.answer(item.id, { approve: true })
        await expect.poll(() => heard.every(({ length }) => length === 3), { timeout: 5_000 }).toBe(true)
        expect((await api.read(second.id)).status).toBe('pending')
        await a2a.answer({ taskId, interactionId: second.id }, { approved: false }, { binding })
        await api.call('POST', `/v1/tasks/${taskId}/end`, { by: api.all, body: { message: 'All done.' } })
        await Promise.all(readers)
        for (const events of heard) {
          expect(events.map((event) => (event.task ?? event.statusUpdate)?.status.state)).toEqual([
            'TASK_STATE_AUTH_REQUIRED',
            'TASK_STATE_WORKING',
            'TASK_STATE_AUTH_REQUIRED',
            'TASK_STATE_WORKING',
            'TASK_STATE_COMPLETED',
          ])
          expect(events.at(-1)?.statusUpdate?.status.message?.parts).toEqual([{ text: 'All done.' }])
        }
        expect(JSON.stringify(heard[1])).not.toContain(extension)
        expect(heard[0]?.[2]?.statusUpdate?.status.message?.metadata?.[extension]?.interactionId).toBe(second.id)
      },
    )

    verifies('A2A-R43 A2A-R44', 'of many answers at once one wins, and the others leave no trace', async () => {
      const { item, taskId } = await a2a.ask(held)
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          a2a.answer(
            { taskId, interactionId: item.id },
            { approved: n % 2 === 0 },
            { binding, messageId: `race-${n}` },
          ),
        ),
      )
      expect(answers.filter(({ result }) => result)).toHaveLength(1)
      expect(answers.filter(({ reason }) => reason === 'UNSUPPORTED_OPERATION')).toHaveLength(5)
      const history = (await a2a.get(taskId)).history ?? []
      expect(history.filter(({ role }) => role === 'ROLE_USER')).toHaveLength(1)
    })

    verifies('A2A-R46', 'history shows the interaction only to those who activated the extension', async () => {
      const { item, taskId } = await a2a.ask(held)
      await a2a.answer({ taskId, interactionId: item.id }, { approved: true }, { binding })
      expect(JSON.stringify(await a2a.get(taskId, { binding }))).not.toContain(extension)
      expect(JSON.stringify((await a2a.get(taskId, { binding, active: true })).history)).toContain(item.id)
    })
  })

  verifies('N1 A2A-R1', 'the card declares the extension, and is cached by its tag', async () => {
    const response = await a2a.card()
    const card = (await response.json()) as { capabilities: { extensions: { uri: string; required: boolean }[] } }
    expect(card.capabilities.extensions).toMatchObject([
      { uri: 'https://docs.nylorun.com/a2a/interactions/v1', required: false },
    ])
    const etag = response.headers.get('ETag') ?? ''
    expect((await a2a.card({ 'If-None-Match': etag })).status).toBe(304)
    expect(response.headers.get('Cache-Control')).toContain('max-age')
  })

  test('versions are negotiated by major and minor', async () => {
    const { taskId } = await a2a.ask(held)
    const version = (value: string) => a2a.call('GetTask', { id: taskId }, { headers: { 'A2A-Version': value } })
    expect((await version('1.0.3')).result.id).toBe(taskId)
    for (const value of ['', '0.3', '2.0', 'x']) expect((await version(value)).reason).toBe('VERSION_NOT_SUPPORTED')
  })
})
