import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { Client } from 'pg'
import { type Server, type Servers, test, until, verifies } from '@/e2e/server'
import { Vestra } from '@/lib/sdk'
import { type Answer, type Api, apiAt, asks } from './api'
import { acknowledged, burst, expectKept, expectOnce, newLedger, settle } from './ledger'

test.describe.configure({ timeout: 120_000 })

/** Two servers on one PostgreSQL, as behind a load balancer. */
async function startTwo(servers: Servers) {
  const databaseUrl = await servers.createDatabase()
  const env = { NEXTAUTH_SECRET: 'one secret for all servers, long enough' }
  const both = await Promise.all([servers.start({ databaseUrl, env }), servers.start({ databaseUrl, env })])
  const keys = () => both.flatMap((server) => server.output().match(/vk_test_\w{40}(?=\s)/g) ?? [])
  await until(() => keys().length > 0)
  const [key = ''] = keys()
  const apis = both.map(({ url }) => apiAt(url, key)) as [Api, Api]
  return { databaseUrl, both: both as [Server, Server], apis, key }
}

verifies('K18 K19 C17', 'an answer on one server wakes who waits on the other within a second', async ({ servers }) => {
  const { apis } = await startTwo(servers)
  const [a, b] = apis
  for (let round = 0; round < 5; round++) {
    const { body: item } = await a.open()
    const waits = [a.result(item.id, '?wait=50'), a.get(item.id, '?wait=50'), b.result(item.id, '?wait=50')]
    for (let n = 0; n < 3; n++) await Promise.all([a.list(), b.list()])
    const sinceMs = Date.now()
    expect((await b.answer(item.id, { approve: round % 2 === 0 })).status).toBe(200)
    for (const { body } of await Promise.all(waits)) expect(body).toMatchObject({ id: item.id, status: 'resolved' })
    expect(Date.now() - sinceMs).toBeLessThan(1_000)
  }
})

test('the first start of two servers at once migrates once and prints one key', async ({ servers }) => {
  const { both, apis } = await startTwo(servers)
  for (const api of apis) expect((await api.list()).status).toBe(200)
  for (const server of both) await until(() => server.output().includes('/sign-in/link#'))
  for (const server of both) await server.stop()
  expect(both.flatMap((server) => server.output().match(/vk_\w+/g) ?? [])).toHaveLength(1)
})

verifies('A16 A17 R81 C8 C10 K16', 'races between two servers have one winner each', async ({ servers }) => {
  const { apis, databaseUrl } = await startTwo(servers)
  const together = <T>(count: number, attempt: (api: Api, n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => attempt(apis[n % 2] as Api, n)))

  for (let round = 0; round < 10; round++) {
    const { body: item } = await apis[0].open()
    const answers = await together(8, (api, n) => api.answer(item.id, { approve: n % 3 === 0 }))
    const { body: found } = await apis[1].get(item.id)
    expectOneWinner(answers, found.outcome?.decision ?? null, 'already_resolved')
  }

  for (let round = 0; round < 10; round++) {
    const { body: item } = await apis[0].open()
    const all = await together(8, (api, n) =>
      n % 2 === round % 2 ? api.cancel(item.id) : api.answer(item.id, { approve: true }),
    )
    const { body: found } = await apis[1].get(item.id)
    const isCancelled = found.status === 'cancelled'
    for (const [n, { status, body }] of all.entries()) {
      const wasCancel = n % 2 === round % 2
      if (wasCancel && isCancelled) expect(status).toBe(200)
      else if (status !== 200) {
        expect(status).toBe(409)
        expect(body.error).toMatchObject({
          code: isCancelled ? 'already_cancelled' : 'already_resolved',
          details: { status: found.status, decision: found.outcome?.decision },
        })
      }
    }
    const wins = all.filter(({ status }, n) => status === 200 && n % 2 !== round % 2)
    expect(wins).toHaveLength(isCancelled ? 0 : 1)
  }

  for (let round = 0; round < 10; round++) {
    const { body: item } = await apis[0].open()
    const headers = { 'Idempotency-Key': randomUUID() }
    const answers = await together(8, (api) => api.answer(item.id, { approve: true }, headers))
    for (const { status, body } of answers) {
      if (status === 409) expect(body.error.code).toBe('idempotency_in_progress')
      else expect({ status, body }).toMatchObject({ status: 200, body: { id: item.id, status: 'resolved' } })
    }
    const fresh = answers.filter(({ status, headers }) => status === 200 && !headers.has('Idempotent-Replayed'))
    expect(fresh).toHaveLength(1)
  }

  for (let round = 0; round < 10; round++) {
    const body = { ...asks.approval, external_id: randomUUID() }
    const opens = await together(8, (api) => api.open(body))
    expect(new Set(opens.map((each) => each.body.id)).size).toBe(1)
    expect(opens.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201])
  }

  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const twice = await client.query(
    `SELECT interaction_id FROM event WHERE type <> 'interaction.created' GROUP BY interaction_id HAVING count(*) > 1`,
  )
  expect(twice.rows).toEqual([])
  const records = await client.query(
    `SELECT chain FROM audit WHERE action IN ('interaction.answered', 'interaction.cancelled') GROUP BY chain HAVING count(*) > 1`,
  )
  expect(records.rows).toEqual([])
  await client.end()
})

function expectOneWinner(answers: Answer[], decision: string | null, code: string) {
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of answers) {
    if (status === 200) continue
    expect(status).toBe(409)
    expect(body.error).toMatchObject({ code, details: { status: 'resolved', decision } })
  }
}

verifies(
  'K21 K22 C18',
  'a stream on one server hears what happens on the other, and goes on there when its own dies',
  async ({ servers }) => {
    const { both, apis, key } = await startTwo(servers)
    const vestra = [0, 1].map((n) => new Vestra({ baseUrl: both[n]?.url, apiKey: key })) as [Vestra, Vestra]
    const ending = new AbortController()
    const heard: string[] = []
    let lastEventId: string | undefined
    const follow = async (on: Vestra, until: (count: number) => boolean) => {
      for await (const event of on.events({ lastEventId, signal: ending.signal, onOpen: () => isOpen() })) {
        if (event.type === 'reset') throw new Error('events were missed')
        heard.push(`${event.type} ${event.data.id}`)
        lastEventId = event.id
        if (until(heard.length)) return
      }
    }
    let isOpen = () => {}
    const opened = new Promise<void>((resolve) => {
      isOpen = resolve
    })

    const first = follow(vestra[1], (count) => count === 20)
    await opened
    const expected: string[] = []
    for (let n = 0; n < 10; n++) {
      const { body: item } = await apis[n % 2 ? 0 : 1].open()
      expect((await apis[n % 2 ? 1 : 0].answer(item.id, { approve: true })).status).toBe(200)
      expected.push(`interaction.created ${item.id}`, `interaction.resolved ${item.id}`)
    }
    await first
    expect(heard).toEqual(expected)

    await both[1].stop('SIGKILL')
    for (let n = 0; n < 3; n++) {
      const { body: item } = await apis[0].open()
      await apis[0].cancel(item.id)
      expected.push(`interaction.created ${item.id}`, `interaction.cancelled ${item.id}`)
    }
    await follow(vestra[0], (count) => count === 26)
    expect(heard).toEqual(expected)
    ending.abort()
  },
)

test('two servers expire what is overdue once', async ({ servers }) => {
  const { apis, databaseUrl } = await startTwo(servers)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const opened = await Promise.all(Array.from({ length: 30 }, (_, n) => (apis[n % 2] as Api).open()))
  const waits = opened.slice(0, 6).map(({ body }, n) => (apis[n % 2] as Api).get(body.id, '?wait=50'))
  for (let n = 0; n < 3; n++) await Promise.all(apis.map((api) => api.list()))
  await client.query(`UPDATE interaction SET expires_at = (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 5`)
  for (const { body } of await Promise.all(waits)) expect(body.status).toBe('expired')
  const { rows } = await client.query(
    `SELECT count(*)::int AS n, count(DISTINCT interaction_id)::int AS items FROM event WHERE type = 'interaction.expired'`,
  )
  expect(rows).toEqual([{ n: 30, items: 30 }])
  await client.end()
})

test('when one of two servers is killed, callers go on with the other and nothing is lost', async ({ servers }) => {
  const { both, apis, databaseUrl, key } = await startTwo(servers)
  const ledger = newLedger()
  let isOver = false
  const writing = Promise.all(apis.map((api) => burst(api, ledger, 8, () => !isOver)))
  const { body: item } = await apis[1].open()
  ledger.opened.add(item.id)
  const wait = apis[1].result(item.id, '?wait=50')
  while (acknowledged(ledger) < 100) await apis[1].list()
  await both[0].stop('SIGKILL')
  const enough = acknowledged(ledger) + 100
  while (acknowledged(ledger) < enough) await apis[1].list()
  isOver = true
  await writing

  expect(ledger.unsure.length).toBeGreaterThan(0)
  await settle(apis[1], ledger)
  await expectKept(apis[1], ledger)
  expect((await apis[1].answer(item.id, { approve: true })).status).toBe(200)
  ledger.answered.set(item.id, 'approved')
  expect((await wait).body).toMatchObject({ status: 'resolved', decision: 'approved' })

  const again = await servers.start({ databaseUrl, port: both[0].port })
  await expectKept(apiAt(again.url, key), ledger)
  expect(await again.admin('audit', 'verify')).toMatchObject({ code: 0, stderr: '' })
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await expectOnce(async (text) => (await client.query(text)).rows, ledger)
  await client.end()
})
