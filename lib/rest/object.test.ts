import { afterAll, beforeAll, describe, expect } from 'vitest'
import { forms } from '@/lib/interactions/kinds'
import { forgetOld } from '@/lib/services/retention'
import { type Api, dialects, startApi } from '@/lib/testing/api'
import { asks, exampleOf, jpegFrame } from '@/lib/testing/asks'
import { expectInteraction } from '@/lib/testing/object'
import { verifies } from '@/lib/testing/verifies'

describe.each(dialects)('the object on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  for (const { kind, type, form } of forms) {
    verifies(
      'R27 R28 R29 R30 R31 R32 R33 R37 R38 R42 R43 R44 R47 R48 R53 R54 R55 R57 R58 C32 C33 D18.8',
      `${kind} as ${type}: its example opens, reads back as it was created, and is in the list`,
      async () => {
        const { digest, ...created } = await api.open(form.example)
        expectInteraction(created as never)
        expect(digest).toMatch(/^[0-9a-f]{64}$/)
        expect(created).toMatchObject({
          kind,
          type,
          status: 'pending',
          summary: form.example.summary,
          user_id: form.example.user_id,
        })
        const { nonce, ...read } = await api.read(created.id)
        expect(read).toEqual(created)
        expect(nonce !== undefined).toBe(kind === 'hands_approval')
        const listed = (await api.list(`?kind=${kind}&type=${type}`)).body.data.find(({ id }) => id === created.id)
        expect(listed).toEqual({ ...read, ...(nonce !== undefined && { nonce }) })
      },
    )
  }

  verifies('R34 A4 A1', 'each kind has exactly the types of the reference', () => {
    const pairs = forms.map(({ kind, type }) => `${kind} ${type}`).sort()
    expect(pairs).toEqual([
      'ask_question handoff',
      'ask_question question',
      'composio_auth connect',
      'credit_approval approval',
      'custom approval',
      'custom handoff',
      'custom question',
      'custom tool_call',
      'exit_plan approval',
      'hands_approval approval',
      'plan_limit approval',
      'tool_permission approval',
    ])
  })

  verifies(
    'R41 R26 A12 D18.9',
    'the nonce of a hands approval is long, shown while pending, and not created',
    async () => {
      const created = await api.open(asks.H)
      expect(created).not.toHaveProperty('nonce')
      const { nonce = '' } = await api.read(created.id)
      expect(Buffer.from(nonce, 'base64url').length).toBeGreaterThanOrEqual(16)
      expect((await api.read((await api.open(asks.H)).id)).nonce).not.toBe(nonce)
      expect((await api.list('?kind=hands_approval')).body.data.find(({ id }) => id === created.id)?.nonce).toBe(nonce)
      expect(await api.read(created.id, api.runtime)).toHaveProperty('nonce', nonce)
      await api.answer(created.id, { approve: false })
      expect(await api.read(created.id)).not.toHaveProperty('nonce')
      const after = (await api.list('?kind=hands_approval&status=resolved')).body.data
      expect(after.find(({ id }) => id === created.id)).not.toHaveProperty('nonce')
    },
  )

  verifies('K2 D18.1 A12', 'an ask key reads its own item without the nonce', async () => {
    const { id } = await api.open(asks.H, api.ask)
    const read = await api.call('GET', `/v1/interactions/${id}`, { by: api.ask })
    expect(read.status).toBe(200)
    expect(read.body).not.toHaveProperty('nonce')
    expect(await api.read(id)).toHaveProperty('nonce')
  })

  verifies('R45 R57 R25 K9', 'a hand-off shows its frame on a single read and never in a list', async () => {
    const created = await api.open({ ...asks.HO, frame: jpegFrame })
    expect(created).not.toHaveProperty('frame_url')
    expect((await api.read(created.id)).frame_url).toBe(jpegFrame)
    for (const query of ['', '?type=handoff', '?type=handoff&include=context']) {
      const { body } = await api.list(query)
      expect(body.data.find(({ id }) => id === created.id)).toBeDefined()
      expect(body.data.some((item) => 'frame_url' in item)).toBe(false)
    }
  })

  verifies('A33', 'an ended hand-off shows its frame for a day on single reads, and never on cancel', async () => {
    const { id } = await api.open({ ...asks.HO, frame: jpegFrame })
    expect((await api.cancel(id)).body).not.toHaveProperty('frame_url')
    await forgetOld(api.app)
    expect((await api.read(id)).frame_url).toBe(jpegFrame)
    const longAgoMs = api.app.store.nowMs() - 24 * 3_600_000 - 1_000
    await api.sql('UPDATE frame SET created_at = ? WHERE interaction_id = ?', longAgoMs - 1_000, id)
    await forgetOld(api.app)
    expect((await api.read(id)).frame_url).toBe(jpegFrame)
    await api.sql('UPDATE interaction SET resolved_at = ? WHERE id = ?', longAgoMs, id)
    await forgetOld(api.app)
    expect(await api.read(id)).not.toHaveProperty('frame_url')
  })

  verifies('R46 K10', 'a hand-off in a browser names its page or null, and only then has browser', async () => {
    const browser = async (asked: unknown) => (await api.open({ ...asks.HO, browser: asked })).browser
    expect(await browser({ url: 'https://airline.example/check-in?step=2#seat' })).toEqual({
      suggested_mode: 'control',
      url: 'https://airline.example/check-in?step=2',
    })
    expect(await browser({})).toEqual({ suggested_mode: 'control', url: null })
    expect(await api.open({ ...asks.HOv })).not.toHaveProperty('browser')
  })

  verifies('A10 D18.17', 'every hand-off says whether it asks for a value', async () => {
    expect((await api.open(asks.HO)).details).toEqual({ asks_for_value: false })
    expect((await api.open(asks.HOv)).details).toEqual({ asks_for_value: true })
    expect((await api.open(exampleOf('custom', 'handoff'))).details).toEqual({
      renderer: 'courier',
      asks_for_value: false,
    })
  })

  verifies('A31 R36 R47 K6 A1 D18.6', 'each kind shows its own details and nothing else', async () => {
    const details = async (asked: Record<string, unknown>) => (await api.open(asked)).details
    expect(await details(exampleOf('ask_question', 'question'))).toEqual({})
    expect(await details(asks.CN)).toEqual({ app: 'googlecalendar', reason: 'To put the flight in your calendar.' })
    expect(await details(asks.M)).toEqual({
      tool_name: 'pay',
      amount: { value: '500.00', currency: 'USD' },
      payee: { name: 'Lakeside Hotel' },
      rows: [{ label: 'Booking', value: 'Lakeside Hotel, 2 nights' }],
      reason: 'The hotel holds the room only until tonight.',
    })
    expect(await details(asks.mcp)).toEqual({ tool_name: 'deploy', server: 'ops', rows: [] })
    expect(await details(exampleOf('credit_approval', 'approval'))).toEqual({
      tool_name: 'company_lookup',
      amount: { value: '12.00', currency: 'EUR' },
      payee: { name: 'Registry Data Ltd' },
      rows: [{ label: 'Look-ups', value: '40' }],
    })
    expect(await details({ kind: 'exit_plan', summary: 'a plan', plan: 'First this, then that' })).toEqual({
      plan: 'First this, then that',
    })
    expect(await details({ kind: 'exit_plan', summary: 'a plan', steps: ['First this', 'then that'] })).toEqual({
      steps: ['First this', 'then that'],
    })
    expect(await details(asks.H)).toEqual({
      action: 'Press "Submit application" on the visa form',
      rows: [
        { label: 'Applicant', value: 'Ada Traveller' },
        { label: 'Entry', value: '14 March' },
      ],
    })
    expect(await details(asks.PL)).toEqual({ plan_name: 'Team', limit: 500, used: 500 })
    expect(await details(exampleOf('custom', 'approval'))).toEqual({
      renderer: 'blog_post',
      title: 'Spring in the Alps',
      words: 840,
    })
    expect(await details({ ...asks.TC, tool: { name: 'book', server: 'travel', source: 'mcp' } })).toEqual({
      renderer: 'tool_call',
      tool_name: 'book',
      server: 'travel',
      rows: [{ label: 'pnr', value: '100042' }],
    })
  })

  const tool = (source: string, more = {}) => ({
    kind: 'tool_permission',
    summary: 's',
    tool: { name: 't', source },
    ...more,
  })
  const custom = (more = {}) => ({ ...asks.A, ...more })
  const money: [string, Record<string, unknown>, boolean | null, boolean][] = [
    ['a built-in tool that moves money', tool('builtin', { moves_money: true }), true, true],
    ['a built-in tool that moves none', tool('builtin', { moves_money: false }), false, false],
    ['a built-in tool on an account', tool('builtin', { moves_money: false, affects_account: true }), false, true],
    ['a function', tool('function'), null, true],
    ['a function, cost said as null', tool('function', { moves_money: null }), null, true],
    [
      'a read-only function',
      { ...tool('function'), tool: { name: 't', source: 'function', read_only: true } },
      null,
      false,
    ],
    ['a tool of an MCP server', tool('mcp'), null, true],
    [
      'a read-only tool of an MCP server',
      { ...tool('mcp'), tool: { name: 't', source: 'mcp', read_only: true } },
      null,
      true,
    ],
    ['a credit approval', exampleOf('credit_approval', 'approval'), true, true],
    ['an action in person', asks.H, false, true],
    ['an action in person that pays', { ...asks.H, moves_money: true }, true, true],
    ['a custom approval', custom(), false, false],
    ['a custom approval that pays', custom({ moves_money: true }), true, true],
    ['a custom approval on an account', custom({ affects_account: true }), false, true],
    ['a plan', exampleOf('exit_plan', 'approval'), false, false],
    ['a plan limit', asks.PL, false, false],
    ['a question', asks.Q1, false, false],
    ['a hand-off', asks.HO, false, false],
    ['a connection', asks.CN, false, false],
    ['a tool call', asks.TC, null, false],
  ]
  for (const [what, asked, movesMoney, presentUser] of money) {
    verifies(
      'R39 R40 A2 A3 K39 R69 D18.2 D18.4',
      `${what}: moves_money ${movesMoney}, present user ${presentUser}`,
      async () => {
        expect(await api.open(asked)).toMatchObject({
          moves_money: movesMoney,
          requires_present_user: presentUser,
        })
      },
    )
  }

  verifies('K38 D19.11', 'an asker may demand a present person and cannot waive one', async () => {
    const present = async (asked: Record<string, unknown>) => (await api.open(asked)).requires_present_user
    expect(await present(custom({ requires_present_user: true }))).toBe(true)
    expect(await present({ ...asks.M, requires_present_user: false })).toBe(true)
    expect(await present(custom({ requires_present_user: false }))).toBe(false)
  })

  verifies('K3 R47', 'notes of the asker, arguments and the live picture are shown to nobody', async () => {
    const { id } = await api.open({
      ...asks.HO,
      metadata: { trace: 'secret-note-1' },
      browser: { url: 'https://a.example/', live_url: 'wss://live.example/secret-note-2' },
      external_id: 'secret-note-3',
    })
    const seen = [
      (await api.call('GET', `/v1/interactions/${id}?include=context`, { by: api.all })).text,
      (await api.list('?limit=100&include=context')).text,
      (await api.result(id)).text,
      (await api.cancel(id)).text,
    ].join()
    expect(seen).not.toContain('secret-note')
  })

  verifies('K11', 'there is no call that changes an open item', async () => {
    const { id } = await api.open(asks.A)
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST']) {
      expect((await api.call(method, `/v1/interactions/${id}`, { by: api.all, body: asks.A })).status).toBe(405)
    }
  })

  verifies('D19.2', 'include=context adds who asks, and afterwards who answered and how', async () => {
    const { id, digest } = await api.open(asks.A, api.ask)
    const context = async () =>
      (await api.call('GET', `/v1/interactions/${id}?include=context`, { by: api.all })).body.context
    const asked = { agent: 'Concierge', key_label: 'a key of scope ask', mode: 'test', digest }
    const found = { cautions: [], domains: {} }
    const override = { reason: null }
    const answered = { answered_by: { type: 'person', name: 'Grace' }, method: 'oidc', picked_up_at: null, override }
    const nobody = { answered_by: null, method: null, picked_up_at: null, override: null }
    expect(await context()).toEqual({ ...asked, ...found, ...nobody })
    const admin = await api.makePerson('admin', { name: 'Grace', method: 'oidc' })
    await api.answer(id, { approve: false }, admin)
    expect(await context()).toEqual({ ...asked, ...found, ...answered })
    const listed = (await api.list('?status=resolved&include=context')).body.data
    expect(listed.find((item) => item.id === id)?.context).toEqual({ ...asked, ...answered })
    expect(await api.read(id)).not.toHaveProperty('context')
  })
})
