import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forms } from '@/lib/interactions/kinds'
import { type Served, serveApi } from '@/lib/testing/serve'
import { verifies } from '@/lib/testing/verifies'
import { type AskApproval, ConflictError, NotApprovedError, Vestra } from './index'

let served: Served
let agent: Vestra
let person: Vestra

beforeAll(async () => {
  served = await serveApi()
  agent = new Vestra({ baseUrl: served.url, apiKey: served.ask.secret })
  person = new Vestra({ baseUrl: served.url, apiKey: served.runtime.secret })
})
afterAll(() => served.close())

const user_id = 'traveller-42'
const payment: AskApproval = {
  user_id,
  summary: 'pay, amount $500.00',
  tool: { name: 'pay', source: 'builtin' },
  moves_money: true,
  arguments: { to: 'Lakeside Hotel', amount: 500 },
}
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it was approved'),
    (error: unknown) => error as NotApprovedError,
  )

test.each(forms)('asks for $kind as $type', async ({ kind, type, form }) => {
  const { kind: _kind, ...fields } = form.example
  const handle = await agent.ask(kind, { ...fields, type } as never)
  expect(handle.interaction).toMatchObject({ kind, type, status: 'pending' })
  expect((await handle.result()).status).toBe('pending')
})

test('has a name for each thing to ask', async () => {
  const question = await agent.ask.question({ user_id, summary: 'which', questions: [{ question: 'Which flight?' }] })
  const handoff = await agent.ask.handoff({ user_id, summary: 'captcha', instructions: 'Solve the captcha' })
  const connect = await agent.ask.connect({ user_id, summary: 'your calendar', app: 'googlecalendar' })
  const plan = await agent.ask.plan({ user_id, summary: 'the move', steps: ['Export', 'Import'] })
  const toolCall = await agent.ask.toolCall({ summary: 'run it', tool: { name: 'confirm', source: 'function' } })
  const approvals = [
    await agent.ask.approval(payment),
    await agent.ask.approval({ kind: 'hands_approval', summary: 'press it', action: 'Press "Submit"' }),
  ]
  expect([question, handoff, connect, plan, toolCall, ...approvals].map(({ interaction }) => interaction.type)).toEqual(
    ['question', 'handoff', 'connect', 'approval', 'tool_call', 'approval', 'approval'],
  )

  await person.answer(question.id, { answers: ['The 09:15 flight'] })
  await person.answer(handoff.id, { could_not: true })
  await person.connections.create({ user_id, app: 'googlecalendar', status: 'active' })
  await person.answer(toolCall.id, { output: { pnr: '100042' } })
  await plan.cancel({ reason: 'Changed my mind.' })
  expect(await question.wait()).toMatchObject({ decision: 'answered', answers: ['The 09:15 flight'] })
  expect(await handoff.wait()).toMatchObject({ decision: 'denied', handoff: 'could_not' })
  expect(await connect.wait()).toMatchObject({ decision: 'approved' })
  expect(await toolCall.wait()).toMatchObject({ decision: 'answered', output: { pnr: '100042' } })
  expect(await plan.wait()).toMatchObject({ decision: 'cancelled', reason: 'Changed my mind.' })
})

verifies('K24', 'waits until a person answers', async () => {
  const handle = await agent.ask.approval(payment)
  const waited = handle.wait()
  await person.answer(handle.id, { approve: true, present_user: true })
  expect(await waited).toMatchObject({ status: 'resolved', decision: 'approved', present_user: true })
})

verifies('K24', 'after a restart the same external id gives the same item, and the wait goes on', async () => {
  const before = await agent.ask.approval(payment, { externalId: 'tool-call-1' })
  const afterRestart = new Vestra({ baseUrl: served.url, apiKey: served.ask.secret })
  const again = await afterRestart.ask.approval(payment, { externalId: 'tool-call-1' })
  expect(again.id).toBe(before.id)
  await person.answer(before.id, { approve: false, message: 'too dear' })
  expect(await again.wait()).toMatchObject({ decision: 'denied', message: 'too dear' })
  const other = agent.ask.approval({ ...payment, summary: 'pay, amount $900.00' }, { externalId: 'tool-call-1' })
  await expect(other).rejects.toThrow(ConflictError)
  expect((await agent.ask.resume(before.id)).id).toBe(before.id)
})

verifies('K24', 'a timeout of the caller does not end the item', async () => {
  const handle = await agent.ask.approval(payment)
  expect(await handle.wait({ timeout: 30 })).toMatchObject({ status: 'pending', decision: null })
  expect((await person.answer.get(handle.id)).status).toBe('pending')
  await person.answer(handle.id, { approve: true, present_user: true })
  expect(await handle.wait({ timeout: 0 })).toMatchObject({ decision: 'approved' })
})

test('a wait ends when its signal says so', async () => {
  const handle = await agent.ask.approval(payment)
  const leaving = new AbortController()
  const waited = handle.wait({ signal: leaving.signal })
  leaving.abort(new Error('stopped'))
  await expect(waited).rejects.toThrow('stopped')
})

test('a wait outlives a server that goes away for a moment', async () => {
  const handle = await agent.ask.approval(payment)
  let tries = 0
  const fetch: typeof globalThis.fetch = (input, init) =>
    ++tries <= 4 ? Promise.reject(new TypeError('connection refused')) : globalThis.fetch(input, init)
  const flaky = new Vestra({ baseUrl: served.url, apiKey: served.all.secret })
  const item = await flaky.ask.resume(handle.id)
  await person.answer(handle.id, { approve: true, present_user: true })
  expect(await item.wait()).toMatchObject({ decision: 'approved' })
  const overFaults = new Vestra({ baseUrl: served.url, apiKey: served.ask.secret, fetch })
  await expect(overFaults.ask.resume(handle.id)).rejects.toMatchObject({ code: 'connection_failed' })
  expect((await (await overFaults.ask.resume(handle.id)).wait()).decision).toBe('approved')
})

test('proves before acting that it does what was approved', async () => {
  const handle = await agent.ask.approval(payment)
  expect(await handle.verify({ amount: 500, to: 'Lakeside Hotel' })).toMatchObject({ match: true, decision: null })
  expect(await handle.verify({ amount: 501, to: 'Lakeside Hotel' })).toMatchObject({ match: false })
})

describe('askApproval lets nothing but a yes through', () => {
  /** An agent whose item is dealt with as soon as it is open. */
  function agentWhose(deal: (id: string) => Promise<unknown>, readAs?: (result: Record<string, unknown>) => unknown) {
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await globalThis.fetch(input, init)
      const body = (await response.json()) as Record<string, unknown>
      if (response.status === 201) await deal(String(body.id))
      const isResult = body.object === 'interaction.result'
      return Response.json(isResult && readAs ? readAs(body) : body, { status: response.status })
    }
    return new Vestra({ baseUrl: served.url, apiKey: served.ask.secret, fetch })
  }
  const approve = (id: string) => person.answer(id, { approve: true, present_user: true })

  verifies('K25', 'approved', async () => {
    expect(await agentWhose(approve).askApproval(payment)).toMatchObject({ decision: 'approved', present_user: true })
  })

  verifies('K25', 'denied, with the note', async () => {
    const error = await caught(
      agentWhose((id) => person.answer(id, { approve: false, message: 'too dear' })).askApproval(payment),
    )
    expect(error).toBeInstanceOf(NotApprovedError)
    expect(error).toMatchObject({ decision: 'denied', note: 'too dear', message: 'Not approved (denied): too dear' })
  })

  verifies('K25', 'withdrawn, expired, still pending', async () => {
    const cancelled = await caught(agentWhose((id) => person.answer.cancel(id)).askApproval(payment))
    expect(cancelled).toMatchObject({ decision: 'cancelled', reason: 'Withdrawn by the company.' })
    const expired = await caught(agentWhose((id) => served.runOut(id)).askApproval(payment))
    expect(expired).toMatchObject({ decision: 'expired' })
    const pending = await caught(agent.askApproval(payment, { timeout: 20 }))
    expect(pending).toBeInstanceOf(NotApprovedError)
    expect(pending).toMatchObject({ decision: null, result: { status: 'pending' } })
  })

  verifies('K25', 'a network failure and a refused ask are no', async () => {
    const nowhere = new Vestra({ baseUrl: 'http://127.0.0.1:1', apiKey: 'vk_test_x' })
    expect(await caught(nowhere.askApproval(payment))).toBeInstanceOf(NotApprovedError)
    const answerer = await caught(person.askApproval(payment))
    expect(answerer).toBeInstanceOf(NotApprovedError)
    expect(answerer.cause).toMatchObject({ code: 'insufficient_scope' })
    const noTool = await caught(agent.askApproval({ ...payment, tool: undefined } as never))
    expect(noTool).toBeInstanceOf(NotApprovedError)
  })

  verifies('K25', 'an unknown value, another item, other content are no', async () => {
    const strange: ((result: Record<string, unknown>) => unknown)[] = [
      (result) => ({ ...result, decision: 'allowed' }),
      (result) => ({ ...result, decision: true }),
      (result) => ({ ...result, status: 'approved' }),
      (result) => ({ ...result, id: 'int_other' }),
      (result) => ({ ...result, digest: 'of something else' }),
      () => ({ decision: 'approved' }),
    ]
    for (const readAs of strange) {
      expect(await caught(agentWhose(approve, readAs).askApproval(payment))).toBeInstanceOf(NotApprovedError)
    }
  })
})
