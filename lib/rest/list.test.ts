import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Api, type Body, type Caller, dialects, startApi } from '@/lib/testing/api'
import { asks, exampleOf } from '@/lib/testing/asks'
import { expectInteraction } from '@/lib/testing/object'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

describe.each(dialects)('the list on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  const openFor = async (userId: string | null, count: number, asked: Record<string, unknown> = asks.A) => {
    const items: Body[] = []
    for (let n = 0; n < count; n++) items.push(await api.open({ ...asked, user_id: userId, summary: `number ${n}` }))
    return items
  }
  const ids = (items: Body[]) => items.map(({ id }) => id)
  const page = async (query: string, by?: Caller) => {
    const answer = await api.list(query, by)
    expect(answer.status).toBe(200)
    return answer.body
  }
  async function walk(query: string, by?: Caller): Promise<Body[][]> {
    const pages: Body[][] = []
    for (let cursor = ''; ; ) {
      const { data, next_cursor } = await page(`${query}${cursor}`, by)
      pages.push(data)
      if (next_cursor === null) return pages
      cursor = `&cursor=${encodeURIComponent(next_cursor)}`
    }
  }

  verifies('R12 R15', 'an empty page is {data: [], next_cursor: null} and nothing else', async () => {
    expect(await page('?user_id=nobody-here')).toEqual({ data: [], next_cursor: null })
  })

  verifies('R12 R22 R27 R82 R83', 'each status has its page, and the default is pending', async () => {
    const [waiting, answered, withdrawn, late] = await openFor('statuses', 4)
    await api.answer(answered?.id ?? '', { approve: true })
    await api.cancel(withdrawn?.id ?? '')
    await api.runOut(late?.id ?? '')
    for (const [query, item] of [
      ['', waiting],
      ['&status=pending', waiting],
      ['&status=resolved', answered],
      ['&status=cancelled', withdrawn],
      ['&status=expired', late],
    ] as const) {
      const { data, next_cursor } = await page(`?user_id=statuses${query}`)
      expect(ids(data)).toEqual([item?.id])
      expect(next_cursor).toBeNull()
      for (const each of data) expectInteraction(each)
    }
  })

  verifies(
    'R13 R14 R15 R16 A19 A20 C13',
    'walking pages of any size yields every match once, newest first',
    async () => {
      const opened = ids(await openFor('walker', 7)).reverse()
      for (const limit of [1, 2, 3, 7, 100]) {
        const pages = await walk(`?user_id=walker&limit=${limit}`)
        expect(pages.flat().map(({ id }) => id)).toEqual(opened)
        expect(pages.map(({ length }) => length)).toEqual(
          Array.from({ length: Math.ceil(7 / limit) }, (_, index) => Math.min(limit, 7 - index * limit)),
        )
      }
    },
  )

  verifies('R16 A19', 'items of the same millisecond are walked once, by id', async () => {
    const opened = ids(await openFor('same-moment', 5))
    await api.sql('UPDATE interaction SET created_at = ? WHERE user_id = ?', 1_700_000_000_000, 'same-moment')
    const seen = (await walk('?user_id=same-moment&limit=2')).flat()
    expect(ids(seen)).toEqual([...opened].sort().reverse())
  })

  verifies('R16', 'what is opened or answered between two pages neither repeats nor hides another item', async () => {
    const opened = ids(await openFor('moving', 4)).reverse()
    const first = await page('?user_id=moving&limit=2')
    await openFor('moving', 2)
    await api.answer(opened[0] ?? '', { approve: true })
    const second = await page(`?user_id=moving&limit=2&cursor=${first.next_cursor}`)
    expect([...ids(first.data), ...ids(second.data)]).toEqual(opened)
    expect(second.next_cursor).toBeNull()
  })

  verifies('R13 B7 C13', 'the default page holds 20, and a full last page has no cursor', async () => {
    await openFor('twenty', 20)
    expect(await page('?user_id=twenty&limit=20')).toMatchObject({ next_cursor: null })
    expect((await page('?user_id=twenty')).data).toHaveLength(20)
    await openFor('twenty', 1)
    const { data, next_cursor } = await page('?user_id=twenty')
    expect(data).toHaveLength(20)
    expect(next_cursor).toEqual(expect.any(String))
  })

  verifies('A20', 'a cursor goes on under another limit', async () => {
    const opened = ids(await openFor('other-limit', 4)).reverse()
    const { next_cursor } = await page('?user_id=other-limit&limit=1')
    const rest = await page(`?user_id=other-limit&limit=3&cursor=${next_cursor}`)
    expect(ids(rest.data)).toEqual(opened.slice(1))
  })

  verifies('R17 B12 B13 K26', 'a user is matched exactly, in any script and case', async () => {
    const users = ['Traveller-42', 'traveller-42x', 'é', 'e\u0301', 'a b&c=d', '%41', '用户']
    for (const user of users) await openFor(user, 1)
    for (const user of users) {
      const { data } = await page(`?user_id=${encodeURIComponent(user)}`)
      expect(data.map(({ user_id }) => user_id)).toEqual([user])
    }
    expect((await page('?user_id=traveller-42X')).data).toEqual([])
    expect((await page('?user_id=nobody')).data).toEqual([])
  })

  verifies('R18 R19 R23 K14', 'conversation and task keep their own items', async () => {
    const post = async (target: string, body: unknown) => (await api.call('POST', target, { by: api.all, body })).body
    const conversation = await post('/v1/conversations', { user_id: 'talker' })
    const task = await post('/v1/tasks', { user_id: 'talker', conversation_id: conversation.id })
    const place = { ...asks.A, user_id: 'talker' }
    const inTask = await api.open({ ...place, task_id: task.id })
    const inConversation = await api.open({ ...place, conversation_id: conversation.id })
    const apart = await api.open(place)
    expect(ids((await page(`?task_id=${task.id}`)).data)).toEqual([inTask.id])
    expect(ids((await page(`?task_id=${apart.task_id}`)).data)).toEqual([apart.id])
    expect(ids((await page(`?conversation_id=${conversation.id}`)).data)).toEqual([inConversation.id, inTask.id])
    expect((await page(`?conversation_id=${conversation.id}&task_id=${apart.task_id}`)).data).toEqual([])
    expect((await page('?conversation_id=conv_unknown')).data).toEqual([])
    expect((await page('?task_id=task_unknown')).data).toEqual([])
  })

  verifies('R20 R21 R23 A1 A21 B10', 'type and kind keep their own items, together both', async () => {
    const user_id = 'mixed'
    const samples = [asks.A, asks.Q1, asks.CN, asks.HO, asks.TC, asks.M, asks.H, exampleOf('custom', 'question')]
    const opened = await Promise.all(samples.map((sample) => api.open({ ...sample, user_id })))
    const matching = (keep: (item: Body) => boolean) => ids(opened.filter(keep)).sort()
    const found = async (query: string) => ids((await page(`?user_id=mixed&${query}`)).data).sort()
    expect(await found('limit=100')).toEqual(matching(() => true))
    for (const type of ['approval', 'question', 'connect', 'handoff', 'tool_call']) {
      expect(await found(`type=${type}`)).toEqual(matching((item) => item.type === type))
    }
    for (const kind of ['ask_question', 'composio_auth', 'tool_permission', 'custom', 'hands_approval', 'plan_limit']) {
      expect(await found(`kind=${kind}`)).toEqual(matching((item) => item.kind === kind))
    }
    expect(await found('kind=custom')).toHaveLength(3)
    expect(await found('kind=custom&type=tool_call')).toEqual(matching((item) => item.type === 'tool_call'))
    expect(await found('type=question&kind=composio_auth')).toEqual([])
  })

  verifies('R24 R29 A26', 'without user_id the list spans all users and the company itself', async () => {
    const fresh = await startApi(dialect)
    try {
      for (const user_id of ['one', 'two', null]) await fresh.open({ ...asks.A, user_id })
      await fresh.open({ ...asks.A, user_id: undefined })
      const { data } = (await fresh.list('?limit=100')).body
      expect(data.map(({ user_id }) => user_id)).toEqual([null, null, 'two', 'one'])
    } finally {
      await fresh.close()
    }
  })

  verifies('A8 R43 R44 R58', 'a list shows whole options', async () => {
    const { id } = await api.open({ ...exampleOf('ask_question', 'question'), user_id: 'options' })
    const [listed] = (await page('?user_id=options')).data
    expect(listed?.questions).toEqual([
      {
        question: 'Which flight should I book?',
        header: 'Flight',
        options: [
          { label: 'The 09:15 flight', description: '2 h 10, one bag' },
          { label: 'The 13:40 flight', description: '1 h 55, no bag' },
        ],
        multi_select: false,
      },
    ])
    expect((await api.read(id)).questions).toEqual(listed?.questions)
  })

  verifies(
    'A35 A34 T14',
    'an overdue item is in the expired list and not in the pending one, before any job ran',
    async () => {
      const [item] = await openFor('overdue', 1)
      const expiredAtMs = await api.runOut(item?.id ?? '')
      expect((await page('?user_id=overdue')).data).toEqual([])
      const [listed] = (await page('?user_id=overdue&status=expired')).data
      expect(listed).toMatchObject({
        status: 'expired',
        outcome: { decision: 'expired' },
        resolved_at: new Date(expiredAtMs).toISOString(),
        expires_at: new Date(expiredAtMs).toISOString(),
      })
    },
  )

  verifies('A41 D19.10', 'each mode lists its own items', async () => {
    const liveKey = await api.makeKey('all', { mode: 'live' })
    const live = await api.open({ ...asks.A, user_id: 'two-worlds' }, liveKey)
    const test = await api.open({ ...asks.A, user_id: 'two-worlds' })
    expect(ids((await page('?user_id=two-worlds', liveKey)).data)).toEqual([live.id])
    expect(ids((await page('?user_id=two-worlds')).data)).toEqual([test.id])
  })

  verifies('L8', 'agent, money, age and text keep their own items, alone and together', async () => {
    const user_id = 'searched'
    const money = await api.open({ ...asks.M, user_id, summary: 'Pay the HÔTEL by the lake' })
    const plan = await api.open({ ...asks.A, user_id, summary: 'A plan for the hôtel 100%' })
    const booker = await api.makeKey('ask', { agent: 'Café Booker' })
    const booked = await api.open({ ...asks.Q1, user_id, summary: 'Which room?' }, booker)
    await api.open({ ...asks.TC, user_id, summary: 'one of the company' })
    const found = async (query: string) => ids((await page(`?user_id=searched&${query}`)).data)
    expect(await found('moves_money=true')).toEqual([money.id])
    expect(await found('moves_money=false')).toEqual([booked.id, plan.id])
    expect(await found(`agent=${encodeURIComponent('Café Booker')}`)).toEqual([booked.id])
    expect(await found('agent=caf%C3%A9%20booker')).toEqual([])
    expect(await found(`q=${encodeURIComponent('hôtel')}`)).toEqual([plan.id, money.id])
    expect(await found(`q=${encodeURIComponent('CAFÉ')}`)).toEqual([booked.id])
    for (const literal of ['100%', '%', '_', "'"]) {
      expect(await found(`q=${encodeURIComponent(literal)}`)).toEqual(
        literal === '100%' || literal === '%' ? [plan.id] : [],
      )
    }
    expect(await found(`q=${encodeURIComponent('hôtel')}&moves_money=true&type=approval`)).toEqual([money.id])
    await api.sql('UPDATE interaction SET created_at = ? WHERE id = ?', Date.UTC(2020, 0, 1), plan.id)
    expect(await found('created_before=2020-01-01T00:00:00.001Z')).toEqual([plan.id])
    expect(await found('created_before=2020-01-01T00:00:00.000Z')).toEqual([])
    expect(await found('created_after=2020-01-01T00:00:00.000Z&moves_money=false')).toEqual([booked.id])
    expect(await found(`created_after=${encodeURIComponent('2020-01-01T00:59:59.999+01:00')}&q=plan`)).toEqual([
      plan.id,
    ])
    expect(await found('created_after=2021-01-01T00:00:00Z&created_before=2020-01-01T00:00:00Z')).toEqual([])
  })

  verifies('L8 R16', 'one call looks through a bounded number of items, and the walk goes on from there', async () => {
    const user_id = 'search-far'
    const oldest = await api.open({ ...asks.A, user_id, summary: 'the one far down' })
    const other = await api.open({ ...asks.A, user_id, summary: 'another' })
    const [{ ...columns } = {}] = await api.sql('SELECT * FROM interaction WHERE id = ?', other.id)
    const names = Object.keys(columns)
    const copied: Record<string, string> = { id: "'int_copy' || n.i", created_at: 'source.created_at - n.i' }
    await api.sql(
      `INSERT INTO interaction (${names.join(', ')})
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
       SELECT ${names.map((name) => copied[name] ?? `source.${name}`).join(', ')}
       FROM n CROSS JOIN interaction source WHERE source.id = ?`,
      other.id,
    )
    await api.sql('UPDATE interaction SET created_at = ? WHERE id = ?', 1_600_000_000_000, oldest.id)
    const first = await page(`?user_id=${user_id}&q=far+down`)
    expect(first).toEqual({ data: [], next_cursor: expect.any(String) })
    const found = (await walk(`?user_id=${user_id}&q=far+down`)).flat()
    expect(ids(found)).toEqual([oldest.id])
    await api.sql('DELETE FROM interaction WHERE user_id = ?', user_id)
  })

  verifies('L8 R16 A20', 'a search is walked once, and its cursor belongs to it', async () => {
    const opened = ids(await openFor('search-walk', 7)).reverse()
    const pages = await walk('?user_id=search-walk&q=number&limit=3')
    expect(pages.flat().map(({ id }) => id)).toEqual(opened)
    expect(pages.at(-1)).toHaveLength(1)
    const { next_cursor: cursor } = await page('?user_id=search-walk&q=number&limit=3')
    for (const other of ['', '&q=numbe', '&q=number&moves_money=false', '&q=number&agent=Agent']) {
      const answer = await api.list(`?user_id=search-walk${other}&cursor=${cursor}`)
      expectRefused(answer, 400, 'invalid_cursor', 'cursor')
    }
  })

  const refusals: { ids: string; param: string; values: string[] }[] = [
    { ids: 'B1 C14 R13', param: 'limit', values: ['0', '-1', '101'] },
    {
      ids: 'B2 C15',
      param: 'limit',
      values: ['abc', '1.5', '1e1', '%205', '5%20', '', '00', '05', '+5', '0x5', '5,6', '\u0665'],
    },
    { ids: 'B4 C15', param: 'limit', values: ['5&limit=6', '5&limit=5'] },
    {
      ids: 'B8 C15',
      param: 'status',
      values: ['open', 'Pending', '', 'pending,resolved', 'all', 'pending&status=expired'],
    },
    { ids: 'B9', param: 'type', values: ['approvals', 'custom', 'toString', '__proto__'] },
    { ids: 'B9', param: 'kind', values: ['tool_call', 'approval', 'constructor'] },
    {
      ids: 'B14',
      param: 'conversation_id',
      values: ['42', 'task_1', 'conv_', 'CONV_1', 'conv_A', 'conv_1/2', `conv_${'1'.repeat(65)}`, ''],
    },
    { ids: 'D18.14', param: 'task_id', values: ['42', 'conv_1', 'task_', ''] },
    { ids: 'K26 C15', param: 'user_id', values: ['', '%20a', 'a%20', 'a%00b', 'a%0Ab', 'x'.repeat(201)] },
    { ids: 'L8', param: 'agent', values: ['', 'a%0Ab', 'x'.repeat(201), 'a&agent=b'] },
    { ids: 'L8', param: 'moves_money', values: ['', 'yes', 'TRUE', '1', 'null'] },
    {
      ids: 'L8',
      param: 'created_after',
      values: ['', 'yesterday', '2030-01-01', '1893456000', '2030-13-01T00:00:00Z'],
    },
    { ids: 'L8', param: 'created_before', values: ['2030-01-01T00:00:00', '2030-01-01T25:00:00Z'] },
    { ids: 'L8', param: 'q', values: ['', 'a%00b', 'x'.repeat(201)] },
    { ids: 'D19.2', param: 'include', values: ['', 'everything', 'context,context'] },
  ]
  for (const { ids, param, values } of refusals) {
    for (const value of values) {
      verifies(ids, `${param}=${value.slice(0, 40)} is refused`, async () => {
        const code = /%0[0A]/.test(value) ? 'invalid_text' : 'invalid_request'
        expectRefused(await api.list(`?${param}=${value}`), 400, code, param)
      })
    }
  }

  verifies('L8', 'a time without its zone is told what it lacks', async () => {
    const refused = await api.list('?created_after=2030-01-01T00:00:00')
    expect(refused.body.error.message).toBe(
      'created_after: must be a time with its zone, such as 2026-11-30T14:05:00Z.',
    )
  })

  for (const param of ['satus', 'Status', 'userId', 'wait', '__proto__', 'constructor', '']) {
    verifies('B11 A22', `the parameter "${param}" is unknown`, async () => {
      expectRefused(await api.list(`?${param}=5`), 400, 'unknown_parameter', param)
    })
  }

  verifies('B11 A22', 'a misspelt parameter is told the right name', async () => {
    expect((await api.list('?satus=resolved')).body.error.message).toContain('`status`')
    expect((await api.list('?userId=x')).body.error.message).toContain('`user_id`')
    expect((await api.list('?quite-other=x')).body.error.message).not.toContain('Did you mean')
  })

  verifies('B3', 'limit 1 and limit 100 work', async () => {
    expect((await api.list('?limit=1')).status).toBe(200)
    expect((await api.list('?limit=100')).status).toBe(200)
  })

  verifies('B5 D18.14 C13', 'a damaged cursor is invalid_cursor, wherever the damage is', async () => {
    await openFor('damaged', 2)
    const cursor = (await page('?user_id=damaged&limit=1')).next_cursor ?? ''
    const dot = cursor.indexOf('.')
    const broken = [
      'garbage',
      '',
      '.',
      'a.b',
      cursor.slice(0, -1),
      cursor.slice(1),
      `${cursor}x`,
      `${cursor}.`,
      `${cursor.slice(0, dot)}`,
      cursor.slice(dot),
      cursor.toUpperCase(),
      ...Array.from({ length: cursor.length }, (_, at) => flipAt(cursor, at)),
    ]
    for (const each of broken) {
      const answer = await api.list(`?user_id=damaged&limit=1&cursor=${encodeURIComponent(each)}`)
      expectRefused(answer, 400, 'invalid_cursor', 'cursor')
    }
    expect((await api.list(`?user_id=damaged&cursor=${cursor}`)).status).toBe(200)
  })

  verifies(
    'B6 A20 C13',
    'a cursor of other filters, of another mode or of another deployment is invalid_cursor',
    async () => {
      await openFor('foreign', 3)
      const cursor = (await page('?user_id=foreign&limit=1')).next_cursor
      const others = [
        '',
        '&status=resolved',
        '&type=approval',
        '&kind=custom',
        '&task_id=task_1',
        '&conversation_id=conv_1',
      ]
      for (const other of others) {
        const query = other === '' ? '?limit=1' : `?user_id=foreign&limit=1${other}`
        expectRefused(await api.list(`${query}&cursor=${cursor}`), 400, 'invalid_cursor', 'cursor')
      }
      expect((await api.list(`?user_id=foreign&status=pending&cursor=${cursor}`)).status).toBe(200)
      const live = await api.makeKey('all', { mode: 'live' })
      expectRefused(await api.list(`?user_id=foreign&cursor=${cursor}`, live), 400, 'invalid_cursor', 'cursor')
      const elsewhere = await startApi(dialect)
      expectRefused(await elsewhere.list(`?user_id=foreign&cursor=${cursor}`), 400, 'invalid_cursor', 'cursor')
      await elsewhere.close()
    },
  )
})

function flipAt(text: string, at: number): string {
  const other = text[at] === 'A' ? 'B' : 'A'
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`
}
