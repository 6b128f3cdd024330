import { Pool } from 'undici'

export interface Target {
  url: string
  key: string
}

/** A client with one connection for each caller, so that callers do not queue behind one another. */
export function clientOf(target: Target, connections: number) {
  const pool = new Pool(target.url, { connections, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 })
  const headers = { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' }
  async function call(method: 'GET' | 'POST', path: string, body?: string): Promise<string> {
    const response = await pool.request({ method, path, headers, ...(body !== undefined && { body }) })
    const text = await response.body.text()
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`)
    return text
  }
  return { call, close: () => pool.close() }
}

export type Client = ReturnType<typeof clientOf>

const askBody = JSON.stringify({
  kind: 'tool_permission',
  user_id: 'bench-user',
  summary: 'pay, amount $500.00',
  tool: { name: 'pay', source: 'builtin' },
  moves_money: true,
  amount: { value: '500.00', currency: 'USD' },
  payee: { name: 'Lakeside Hotel' },
  rows: [{ label: 'Booking', value: 'Lakeside Hotel, 2 nights' }],
})
export const answerBody = JSON.stringify({ approve: true, present_user: true })

export async function open(client: Client): Promise<string> {
  return (JSON.parse(await client.call('POST', '/v1/interactions', askBody)) as { id: string }).id
}

export function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Runs callers side by side for a while. @returns finished rounds a second */
export async function throughput(callers: number, ms: number, round: () => Promise<void>): Promise<number> {
  const startedMs = performance.now()
  let rounds = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() - startedMs < ms) {
        await round()
        rounds++
      }
    }),
  )
  return (rounds / (performance.now() - startedMs)) * 1000
}

/** Milliseconds from sending an answer until a waiter on its result has heard, while others wait on other items. */
export async function wakeLatencies(target: Target, waiters: number, tries: number): Promise<number[]> {
  const active = clientOf(target, 4)
  const parked = clientOf(target, waiters)
  const parkedIds = await Promise.all(Array.from({ length: waiters - 1 }, () => open(active)))
  const idle = parkedIds.map((id) => parked.call('GET', `/v1/interactions/${id}/result?wait=50`))
  const latencies: number[] = []
  for (let i = 0; i < tries; i++) {
    const id = await open(active)
    const heard = active.call('GET', `/v1/interactions/${id}/result?wait=50`).then(() => performance.now())
    // The waiter must be parked before the clock starts: a read on the same server comes after it.
    await active.call('GET', `/v1/interactions/${id}`)
    const sentMs = performance.now()
    await active.call('POST', `/v1/interactions/${id}/answer`, answerBody)
    latencies.push((await heard) - sentMs)
  }
  await Promise.all(parkedIds.map((id) => active.call('POST', `/v1/interactions/${id}/answer`, answerBody)))
  await Promise.all(idle)
  await Promise.all([active.close(), parked.close()])
  return latencies.sort((a, b) => a - b)
}
