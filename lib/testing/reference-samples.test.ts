import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { asks } from './asks'
import { type Block, blocksOf, runBlock } from './run-block'
import { type Served, serveApi } from './serve'
import { verifies } from './verifies'

// Each sample is a program of its own.
vi.setConfig({ testTimeout: 60_000 })

let served: Served
beforeAll(async () => {
  served = await serveApi()
})
afterAll(() => served.close())

/** The ids of the samples, each with what its sample is about. */
const seeds = { int_3j9: asks.M, int_7qp: asks.Q1, call_4mz: asks.TC, '{interaction_id}': asks.A } as const
const decisions: Record<string, string> = { int_3j9: 'approved', int_7qp: 'answered', call_4mz: 'answered' }

async function withRealIds({ code }: Block) {
  const ids: Record<string, string> = {}
  let real = code
  for (const [sample, ask] of Object.entries(seeds)) {
    if (!code.includes(sample)) continue
    ids[sample] = (await served.open(ask)).id
    real = real.replaceAll(sample, ids[sample])
  }
  return { ids, code: real }
}

async function run(block: Block, code: string) {
  if (block.language !== 'json') {
    const ran = await runBlock({ language: block.language, code }, { url: served.url, secret: served.all.secret })
    expect(ran).toMatchObject({ code: 0 })
    return
  }
  const client = new Client({ name: 'sample', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`), {
    requestInit: { headers: served.all.headers },
  })
  await client.connect(transport as Parameters<Client['connect']>[0])
  const result = await client.request(JSON.parse(code), CallToolResultSchema)
  expect(result.isError).toBeUndefined()
  await client.close()
}

async function runSample(block: Block) {
  const { ids, code } = await withRealIds(block)
  await run(block, code)
  const isRead = /\.get\(/.test(block.code)
  for (const [sample, id] of Object.entries(ids)) {
    const decision = /cancel/.test(block.code) ? 'cancelled' : isRead ? undefined : decisions[sample]
    expect((await served.read(id)).outcome?.decision).toBe(decision)
  }
}

const samples = blocksOf('examples/reference.md')
const sampleOf = (title: string, language: string) => {
  const found = samples.filter((each) => each.title === title && each.language === language)
  if (found.length === 0) throw new Error(`no ${language} sample under ${title}`)
  return found
}
const runAll = async (titles: string[], language: string) => {
  for (const title of titles) for (const sample of sampleOf(title, language)) await runSample(sample)
}
const titles = ['List what waits', 'Read one, then answer it', 'Answer', 'Withdraw']

verifies('R88', 'TypeScript', () => runAll(titles, 'ts'))
verifies('R89', 'Python', () => runAll(titles, 'python'))
verifies('R90', 'command line', () => runAll(['List what waits', 'Answer'], 'bash'))
verifies('R4', 'HTTP', () => runAll(['Over HTTP', 'Read one, then answer it', 'Withdraw'], 'bash'))
verifies('R91', 'MCP', () => runAll(['Answer'], 'json'))
