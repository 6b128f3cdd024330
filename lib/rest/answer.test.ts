import { afterAll, afterEach, beforeAll, describe, expect, vi } from 'vitest'
import type { ErrorCode } from '@/lib/interactions/errors'
import { forms } from '@/lib/interactions/kinds'
import { type Api, type Body, dialects, startApi } from '@/lib/testing/api'
import { asks, exampleOf } from '@/lib/testing/asks'
import { expectInteraction, expectUnchanged } from '@/lib/testing/object'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

/** The moment of opening is the application's, that of ending the database's. */
const clockErrorMs = 50

/** One answer of each shape, good for any item that takes the shape. */
const shapes = {
  yes: (item: Body) => ({ approve: true, present_user: true, ...(item.nonce !== undefined && { nonce: item.nonce }) }),
  no: () => ({ approve: false, message: 'rather not' }),
  answers: (item: Body) => ({ answers: (item.questions ?? [{}]).map((_, index) => `answer ${index}`) }),
  done: () => ({ done: true }),
  could_not: () => ({ could_not: true }),
  not_now: () => ({ not_now: true }),
  output: () => ({ output: { status: 'confirmed' } }),
  error: () => ({ error: 'it broke' }),
}
type Shape = keyof typeof shapes
const shapeNames = Object.keys(shapes) as Shape[]

/** What each shape settles a type to; a shape that is not here does not fit (A6). */
const settles: Record<string, Partial<Record<Shape, { status: string; outcome: Record<string, unknown> }>>> = {
  approval: {
    yes: { status: 'resolved', outcome: { decision: 'approved' } },
    no: { status: 'resolved', outcome: { decision: 'denied', message: 'rather not' } },
  },
  question: {
    answers: { status: 'resolved', outcome: { decision: 'answered', answers: expect.any(Array) } },
    no: { status: 'resolved', outcome: { decision: 'denied', message: 'rather not' } },
  },
  connect: { no: { status: 'resolved', outcome: { decision: 'denied', message: 'rather not' } } },
  handoff: {
    done: { status: 'resolved', outcome: { decision: 'answered' } },
    could_not: { status: 'resolved', outcome: { decision: 'denied', reason: 'could_not' } },
    not_now: { status: 'resolved', outcome: { decision: 'denied', reason: 'not_now' } },
  },
  'handoff that asks for a value': {
    answers: { status: 'resolved', outcome: { decision: 'answered' } },
    done: { status: 'resolved', outcome: { decision: 'answered' } },
    could_not: { status: 'resolved', outcome: { decision: 'denied', reason: 'could_not' } },
    not_now: { status: 'resolved', outcome: { decision: 'denied', reason: 'not_now' } },
  },
  tool_call: {
    output: { status: 'completed', outcome: { decision: 'answered' } },
    error: { status: 'failed', outcome: { decision: 'answered' } },
  },
  plan_limit: {},
}

const items = [
  ...forms.map(({ kind, type, form }) => ({
    name: `${kind} as ${type}`,
    settlement: settles[kind === 'plan_limit' ? kind : type] ?? {},
    asked: form.example,
  })),
  ...['ask_question', 'custom'].map((kind) => ({
    name: `${kind} as handoff that asks for a value`,
    settlement: settles['handoff that asks for a value'] ?? {},
    asked: { ...exampleOf(kind, 'handoff'), asks_for_value: true },
  })),
]

describe.each(dialects)('answers on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  const eventsOf = async (id: string) =>
    (await api.sql('SELECT type FROM event WHERE interaction_id = ? ORDER BY seq', id)).map(({ type }) => type)
  const openAndRead = async (asked: Record<string, unknown>) => api.read((await api.open(asked)).id)

  for (const { name, settlement, asked } of items) {
    verifies(
      'R59 R61 R62 R64 R65 R66 R76 R79 R80 R82 R48 R49 R51 R52 R56 A6 T3 T4 T5 T6 T7 T8',
      `${name}: each answer that fits settles it as it should, and a read shows how`,
      async () => {
        for (const shape of shapeNames) {
          const expected = settlement[shape]
          if (!expected) continue
          const item = await openAndRead(asked)
          const answer = await api.answer(item.id, shapes[shape](item))
          expect(answer.status).toBe(200)
          expect(answer.body).toEqual({ id: item.id, object: 'interaction', type: item.type, status: expected.status })
          const read = await api.read(item.id)
          expectInteraction(read)
          const { nonce: _nonce, ...before } = item
          expect(read).toEqual({
            ...before,
            status: 'resolved',
            outcome: expected.outcome,
            resolved_at: expect.any(String),
          })
          expect(await eventsOf(item.id)).toEqual(['interaction.created', 'interaction.resolved'])
          expect(Date.parse(read.resolved_at ?? '')).toBeGreaterThanOrEqual(Date.parse(read.created_at) - clockErrorMs)
        }
      },
    )

    verifies(
      'R67 A37 A5 R35 B56 B59 B73 B78',
      `${name}: an answer made for another type is answer_mismatch`,
      async () => {
        const item = await openAndRead(asked)
        for (const shape of shapeNames) {
          if (settlement[shape]) continue
          const answer = await expectUnchanged(api, item.id, () => api.answer(item.id, shapes[shape](item)))
          const error = expectRefused(answer, 400, 'answer_mismatch')
          expect(error.details).toEqual(item.kind === 'plan_limit' ? { reason: 'read_only' } : undefined)
        }
      },
    )
  }

  verifies(
    'R5 R50 R74 B68 B69 A27 A28 R73',
    'any text answers a question, also none, and is read back in order',
    async () => {
      const { id } = await api.open(asks.Q2)
      await api.answer(id, { answers: ['', 'Perhaps, No'] })
      expect((await api.read(id)).outcome).toEqual({ decision: 'answered', answers: ['', 'Perhaps, No'] })
      const one = await api.open(asks.Q1)
      await api.answer(one.id, { answers: ['neither of them'] })
      expect((await api.read(one.id)).outcome?.answers).toEqual(['neither of them'])
    },
  )

  verifies('B65 A29 C30', 'an answer comes back code point by code point', async () => {
    const texts = [
      'e\u0301',
      '\u00e9',
      '\ud83d\ude00',
      '\u202e\u200d',
      'a\nb\t"\\',
      '\ufeff',
      '\u2028',
      '\uffff',
      '\u0001',
    ]
    for (const text of texts) {
      const { id } = await api.open(asks.Q1)
      expect((await api.answer(id, { answers: [text] })).status).toBe(200)
      expect((await api.read(id)).outcome?.answers).toEqual([text])
    }
  })

  verifies('B64 R73 A29', 'an answer may have 4,000 code points, however they are encoded', async () => {
    const { id } = await api.open(asks.Q1)
    const tooLong = await api.answer(id, { answers: ['\u{1F600}'.repeat(4001)] })
    expectRefused(tooLong, 400, 'invalid_request', 'answers[0]')
    const longest = '\u{1F600}'.repeat(4000)
    expect((await api.answer(id, { answers: [longest] })).status).toBe(200)
    expect((await api.read(id)).outcome?.answers).toEqual([longest])
  })

  verifies(
    'B55 R71 R52 A15 A29',
    'a note of 500 code points goes with a no, a skip and a declined connection',
    async () => {
      const message = '\u{1F600}'.repeat(500)
      for (const asked of [asks.A, asks.Q1, asks.CN, asks.M, asks.H]) {
        const { id } = await api.open(asked)
        expect((await api.answer(id, { approve: false, message })).status).toBe(200)
        expect((await api.read(id)).outcome).toEqual({ decision: 'denied', message })
      }
    },
  )

  verifies('R52', 'a no without a note shows no note', async () => {
    const { id } = await api.open(asks.A)
    await api.answer(id, { approve: false })
    expect((await api.read(id)).outcome).toEqual({ decision: 'denied' })
  })

  verifies('B71 A32 R50', "a hand-off's value is in no outcome, whoever reads", async () => {
    const { id } = await api.open(asks.HOv)
    const answer = await api.answer(id, { answers: ['code-1234'] })
    const listed = await api.list('?status=resolved&type=handoff&include=context')
    const read = await api.call('GET', `/v1/interactions/${id}?include=context`, { by: api.all })
    expect([answer.text, listed.text, read.text].join()).not.toContain('code-1234')
    expect(read.body.outcome).toEqual({ decision: 'answered' })
  })

  const needsPerson: { what: string; asked: Record<string, unknown> }[] = [
    { what: 'money', asked: asks.M },
    { what: 'credit', asked: exampleOf('credit_approval', 'approval') },
    { what: 'an account', asked: { ...asks.A, affects_account: true } },
    { what: 'a tool of an MCP server', asked: asks.mcp },
    { what: 'a function', asked: asks.fn },
    { what: 'an asker that demands it', asked: { ...asks.A, requires_present_user: true } },
    { what: 'an action in person', asked: asks.H },
  ]
  for (const { what, asked } of needsPerson) {
    verifies(
      'B44 B45 B46 B51 B52 R68 R70 A11 A2',
      `${what}: a yes needs present_user true, a no needs nothing`,
      async () => {
        const item = await openAndRead(asked)
        expect(item.requires_present_user).toBe(true)
        const nonce = item.nonce === undefined ? {} : { nonce: item.nonce }
        for (const said of [{}, { present_user: false }]) {
          const answer = await expectUnchanged(api, item.id, () =>
            api.answer(item.id, { approve: true, ...nonce, ...said }),
          )
          expectRefused(answer, 400, 'present_user_required', 'present_user')
        }
        expect((await api.answer(item.id, { approve: false })).status).toBe(200)
        const other = await openAndRead(asked)
        const yes = { approve: true, present_user: true, ...(other.nonce !== undefined && { nonce: other.nonce }) }
        expect((await api.answer(other.id, yes)).status).toBe(200)
      },
    )
  }

  verifies('B47 A2 R69', 'where requires_present_user is false a bare yes is enough', async () => {
    const plain = [asks.A, asks.fnReadOnly, exampleOf('exit_plan', 'approval'), { ...asks.M, moves_money: false }]
    for (const asked of plain) {
      const item = await api.open(asked)
      expect(item.requires_present_user).toBe(false)
      expect((await api.answer(item.id, { approve: true })).status).toBe(200)
    }
  })

  verifies('D18.19', 'present_user with a no is accepted and ignored', async () => {
    const { id } = await api.open(asks.M)
    expect((await api.answer(id, { approve: false, present_user: true })).status).toBe(200)
    expect((await api.result(id)).body.present_user).toBeNull()
  })

  verifies('B48 B49 B51 R72 A12', 'a yes in person needs present_user and then its own nonce', async () => {
    const item = await openAndRead(asks.H)
    const other = await openAndRead(asks.H)
    const nonce = item.nonce ?? ''
    const tries: { said: Record<string, unknown>; code: ErrorCode; param: string }[] = [
      { said: { present_user: true }, code: 'nonce_required', param: 'nonce' },
      { said: { nonce }, code: 'present_user_required', param: 'present_user' },
      { said: { nonce: 'wrong' }, code: 'present_user_required', param: 'present_user' },
      ...[
        'wrong',
        other.nonce,
        ` ${nonce}`,
        `${nonce} `,
        nonce.toUpperCase(),
        nonce.slice(0, -1),
        `${nonce}\n`,
        'x'.repeat(4096),
        '\u{1F600}'.repeat(4096),
      ].map((wrong) => ({
        said: { present_user: true, nonce: wrong },
        code: 'nonce_mismatch' as const,
        param: 'nonce',
      })),
    ]
    for (const { said, code, param } of tries) {
      const answer = await expectUnchanged(api, item.id, () => api.answer(item.id, { approve: true, ...said }))
      expectRefused(answer, 400, code, param)
    }
    expect((await api.answer(item.id, { approve: true, present_user: true, nonce })).status).toBe(200)
  })

  verifies('A12 B52', 'a nonce is not compared on a no', async () => {
    const { id } = await api.open(asks.H)
    expect((await api.answer(id, { approve: false, nonce: 'wrong' })).status).toBe(200)
  })

  verifies('B53 A13 D18.9', 'a nonce where there is none is nonce_mismatch, with a yes and with a no', async () => {
    for (const asked of [asks.A, asks.Q1, asks.CN]) {
      const { id } = await api.open(asked)
      for (const approve of asked === asks.A ? [true, false] : [false]) {
        const answer = await expectUnchanged(api, id, () => api.answer(id, { approve, nonce: 'n' }))
        expectRefused(answer, 400, 'nonce_mismatch', 'nonce')
      }
    }
  })

  verifies('B61 A9', 'a wrong number of answers is invalid_answers and says both numbers', async () => {
    const tries: [Record<string, unknown>, string[], RegExp][] = [
      [asks.Q2, ['a'], /2\D+1/],
      [asks.Q2, ['a', 'b', 'c'], /2\D+3/],
      [asks.Q1, ['a', 'b'], /1\D+2/],
      [asks.HOv, ['a', 'b'], /1\D+2/],
    ]
    for (const [asked, answers, numbers] of tries) {
      const { id } = await api.open(asked)
      const answer = await expectUnchanged(api, id, () => api.answer(id, { answers }))
      expect(expectRefused(answer, 400, 'invalid_answers', 'answers').message).toMatch(numbers)
    }
  })

  verifies('B57 R62', 'a connection cannot be approved, and the message says where to connect', async () => {
    const { id } = await api.open(asks.CN)
    const answer = await api.answer(id, { approve: true, present_user: true })
    expect(expectRefused(answer, 400, 'answer_mismatch').message).toContain('POST /v1/connections')
  })

  verifies(
    'B80 A16 A17 C4 D19.2',
    'a second answer is already_resolved and tells the outcome and who gave it',
    async () => {
      const { id } = await api.open(asks.A)
      await api.answer(id, { approve: true }, api.runtime)
      const { resolved_at } = await api.read(id)
      for (const body of [{ approve: true }, { approve: false }, { answers: ['x'] }]) {
        const answer = await expectUnchanged(api, id, () => api.answer(id, body))
        expect(expectRefused(answer, 409, 'already_resolved').details).toEqual({
          status: 'resolved',
          decision: 'approved',
          resolved_at,
          answered_by: { type: 'key', name: 'a key of scope runtime' },
        })
      }
    },
  )

  verifies('B81 A16 T16', 'an answer to a withdrawn item is already_cancelled', async () => {
    const { id } = await api.open(asks.A)
    await api.cancel(id)
    const answer = await expectUnchanged(api, id, () => api.answer(id, { approve: true }))
    expect(expectRefused(answer, 409, 'already_cancelled').details).toMatchObject({
      status: 'cancelled',
      decision: 'cancelled',
    })
  })

  verifies(
    'B81 A16 A34 A35 T14 T16',
    'an answer after the deadline is expired, though no job ran, and expires the item once',
    async () => {
      const { id } = await api.open(asks.A)
      const expiredAt = new Date(await api.runOut(id)).toISOString()
      for (let attempt = 0; attempt < 2; attempt++) {
        expect(expectRefused(await api.answer(id, { approve: true }), 409, 'expired').details).toMatchObject({
          status: 'expired',
          decision: 'expired',
          resolved_at: expiredAt,
        })
      }
      const read = await api.read(id)
      expectInteraction(read)
      expect(read).toMatchObject({ status: 'expired', outcome: { decision: 'expired' }, resolved_at: expiredAt })
      expect(await eventsOf(id)).toEqual(['interaction.created', 'interaction.expired'])
    },
  )

  verifies('R9 R10 R8', 'a runtime key reads, answers and cancels what any agent asked', async () => {
    const answered = await api.open(asks.A, api.ask)
    expect((await api.read(answered.id, api.runtime)).id).toBe(answered.id)
    expect((await api.answer(answered.id, { approve: true }, api.runtime)).status).toBe(200)
    const cancelled = await api.open(asks.A, api.ask)
    expect((await api.cancel(cancelled.id, undefined, api.runtime)).status).toBe(200)
  })

  verifies('T3 T16', 'of many different answers at once one counts and the others hear which', async () => {
    const { id } = await api.open(asks.A)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 3 === 0 ? api.cancel(id) : api.answer(id, { approve: index % 3 === 1 }),
      ),
    )
    const read = await api.read(id)
    expectInteraction(read)
    const lost = read.status === 'cancelled' ? 'already_cancelled' : 'already_resolved'
    const won = answers.filter(({ status }) => status === 200)
    expect(won.length).toBe(read.status === 'cancelled' ? 4 : 1)
    for (const answer of answers.filter((each) => !won.includes(each))) {
      expect(expectRefused(answer, 409, lost).details).toMatchObject({ decision: read.outcome?.decision })
    }
    expect(await eventsOf(id)).toEqual(['interaction.created', `interaction.${read.status}`])
  })
})

describe('a server with a wrong clock, on PostgreSQL', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi('postgresql')
  })
  afterEach(() => void vi.useRealTimers())
  afterAll(() => api.close())

  const hourMs = 3_600_000
  const atWrongTime = (byMs: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs })

  verifies('D19.5 A35 T14', 'refuses a yes after the deadline even when its clock is an hour behind', async () => {
    const { id } = await api.open(asks.A)
    await api.runOut(id)
    atWrongTime(-hourMs)
    expectRefused(await expectUnanswered(id, () => api.answer(id, { approve: true })), 409, 'expired')
  })

  verifies('D19.5 A35 T3', 'takes a yes before the deadline even when its clock is an hour ahead', async () => {
    const { id } = await api.open({ ...asks.A, expires_in: 60 })
    atWrongTime(hourMs)
    expect((await api.answer(id, { approve: true })).status).toBe(200)
  })

  async function expectUnanswered<T>(id: string, attempt: () => Promise<T>): Promise<T> {
    const result = await attempt()
    const [row] = await api.sql('SELECT decision FROM interaction WHERE id = ?', id)
    expect([null, 'expired']).toContain(row?.decision)
    return result
  }
})
