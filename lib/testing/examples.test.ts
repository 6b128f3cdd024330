import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Vestra } from '@/lib/sdk'
import { blocksOf, runBlock, runProgram } from './run-block'
import { type Served, serveApi } from './serve'

// Each example is a program of its own.
vi.setConfig({ testTimeout: 60_000 })

let served: Served
let person: Promise<void>
const leaving = new AbortController()

/** Says yes to every approval of the examples' user, for as long as the examples run. */
async function sayYes() {
  const vestra = new Vestra({ baseUrl: served.url, apiKey: served.all.secret })
  for await (const event of vestra.events({ signal: leaving.signal, onOpen: ready })) {
    if (event.type !== 'interaction.created' || event.data.user_id !== 'traveller-42') continue
    const { id, type, summary, requires_present_user } = event.data
    if (summary === 'your booking') await vestra.answer(id, { answers: ['Double'] })
    const isTheReaders = summary === 'deploy to production'
    if (type !== 'approval' || isTheReaders) continue
    await vestra.answer(id, { approve: true, ...(requires_present_user && { present_user: true }) })
  }
}

let ready = () => {}

beforeAll(async () => {
  served = await serveApi()
  await new Promise<void>((resolve) => {
    ready = resolve
    person = sayYes()
  })
})
afterAll(async () => {
  leaving.abort()
  await person
  await served.close()
})

const said: Record<string, string> = {
  'Ask from an agent': '"decision":"approved"',
  'An agent asks, in TypeScript': 'approved: now pay',
  'Somebody answers, in TypeScript': 'The 09:15 flight',
  'From the command line': 'approval resolved',
  'In Python': 'approved: now pay',
  'Over HTTP': '"decision":"answered"',
  'Holding a tool until somebody says yes': "refunded: '20.00'",
  Webhooks: 'interaction.resolved int_1',
  'LangChain Agent Inbox': '"type":"accept"',
  HumanLayer: '10',
}

const runnable = ['ts', 'bash', 'python']
const blocks = ['README.md', 'examples/README.md', 'examples/coming-from.md', 'clients/python/README.md']
  .flatMap(blocksOf)
  .filter(
    ({ language, code }) => runnable.includes(language) && !/^(npm|pip) (install|start)|^npx vestra admin/.test(code),
  )

test.each(blocks)('$title, $language', async (block) => {
  const ran = await runBlock(block, { url: served.url, secret: served.all.secret })
  expect(ran).toMatchObject({ code: 0 })
  expect(ran.out).toContain(said[block.title] ?? '')
})

const operatorLines = blocksOf('README.md').flatMap(({ code }) => code.match(/^npx vestra admin .*$/gm) ?? [])

test.each(operatorLines)('%s', async (line) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'vestra-operator-'))
  const code = line
    .replace(/^npx vestra/, `${process.execPath} .build/cli/main.js`)
    .replace('/backups/monday.db', `${dir}/monday.db`)
    .replace('everything.jsonl', `${dir}/everything.jsonl`)
  const { databaseUrl, publicUrl } = served.app.config
  const env = { DATABASE_URL: databaseUrl, PUBLIC_URL: publicUrl, LOG_LEVEL: 'silent' }
  expect(await runProgram('bash', ['-c', code], env)).toMatchObject({ code: 0, err: '' })
  await rm(dir, { recursive: true })
})

const frameworks = ['ai-sdk', 'openai-agents', 'langchain', 'ag-ui', 'mcp-elicitation', 'claude-agent']

test.each(frameworks)('examples/%s.ts', async (name) => {
  const env = { VESTRA_BASE_URL: served.url, VESTRA_API_KEY: served.ask.secret }
  const ran = await runProgram(process.execPath, ['--import', 'tsx', `examples/${name}.ts`], env)
  expect(ran).toMatchObject({ code: 0 })
  expect(ran.out).toContain('The hotel is paid.')
})

test('the manifest of the Slack app is JSON, and asks for what we call', () => {
  const [manifest] = blocksOf('examples/slack.md').filter(({ language }) => language === 'json')
  expect(JSON.parse(manifest?.code ?? '')).toMatchObject({
    oauth_config: { scopes: { bot: ['chat:write', 'im:history'] } },
    settings: { interactivity: { is_enabled: true, request_url: 'https://inbox.example.com/slack/actions' } },
  })
})

test('the settings for MCP clients are JSON', () => {
  const [settings] = blocksOf('examples/README.md').filter(({ language }) => language === 'json')
  expect(JSON.parse(settings?.code ?? '')).toHaveProperty('mcpServers.vestra.command')
})
