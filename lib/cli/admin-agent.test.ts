import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemContext } from '@/lib/services/context'
import { runProgram } from '@/lib/testing/run-block'
import { type Served, serveApi } from '@/lib/testing/serve'
import { verifies } from '@/lib/testing/verifies'
import { addAgentCommand } from './admin-agent'

// Two commands are processes of their own.
vi.setConfig({ testTimeout: 60_000 })

let served: Served
let dir: string
beforeAll(async () => {
  served = await serveApi()
  dir = await mkdtemp(path.join(tmpdir(), 'vestra-manifest-'))
})
afterAll(async () => {
  await served.close()
  await rm(dir, { recursive: true })
})

const file = () => path.join(dir, 'AGENT.md')

/** Runs the command here, on the server's own store. @returns what it prints */
async function register(manifest: string | null, ...more: string[]): Promise<string> {
  if (manifest === null) await rm(file(), { force: true })
  else await writeFile(file(), manifest)
  const admin = new Command()
  addAgentCommand(admin, (work) => work(served.app), systemContext)
  const print = vi.spyOn(console, 'log').mockReturnValue()
  try {
    await admin.parseAsync(['agent', 'register', file(), ...more], { from: 'user' })
    return print.mock.calls.flat().join('\n')
  } finally {
    print.mockRestore()
  }
}

/** Runs the built command as a process of its own. */
async function runRegister(manifest: string) {
  await writeFile(file(), manifest)
  const { databaseUrl, publicUrl } = served.app.config
  const env = { DATABASE_URL: databaseUrl, PUBLIC_URL: publicUrl, LOG_LEVEL: 'silent' }
  return runProgram(process.execPath, ['.build/cli/main.js', 'admin', 'agent', 'register', file()], env)
}

const connect = (secret: string) =>
  served.call('POST', '/v1/interactions', {
    by: { id: '', headers: { Authorization: `Bearer ${secret}` } },
    body: { kind: 'composio_auth', summary: 'your calendar', user_id: 'traveller-42', app: 'googlecalendar' },
  })
const cardOf = async () => (await fetch(`${served.url}/.well-known/agent-card.json`)).json()
const agentsOf = () => served.sql('SELECT name, description, connections, key_id FROM agent ORDER BY name')

const coder = `---
name: coder
description: Writes and ships changes to the team's repositories.
loop:
  connections: true
---

# Coder
`

verifies('A2A-R29', 'a manifest makes an agent with its key, its skill on the card, and its connections', async () => {
  const registered = await runRegister(coder)
  expect(registered).toMatchObject({ code: 0, err: '' })
  const secret = registered.out.trim()
  expect(secret).toMatch(/^vk_test_\w{40}$/)
  expect(await agentsOf()).toMatchObject([{ name: 'coder', connections: 1 }])
  const description = "Writes and ships changes to the team's repositories."
  expect((await cardOf()).skills).toContainEqual(expect.objectContaining({ name: 'coder', description }))
  const asked = await connect(secret)
  expect(asked.status, asked.text).toBe(201)

  const again = await register(coder.replace('connections: true', 'connections: false').replace('ships', 'reviews'))
  expect(again).toMatch(/^vk_test_\w{40}$/)
  expect(again).not.toBe(secret)
  expect(await agentsOf()).toMatchObject([{ name: 'coder', connections: 0 }])
  expect(JSON.stringify((await cardOf()).skills)).toContain('Writes and reviews changes')
})

test('Windows line ends, a byte order mark, other keys and no loop at all are fine', async () => {
  expect(await register('\ufeff---\r\nname: writer\r\ndescription: Writes.\r\nmodel: any\r\n---\r\nText')).toMatch(
    /^vk_test_/,
  )
  expect(await agentsOf()).toContainEqual(expect.objectContaining({ name: 'writer', connections: 0 }))
})

test('--mode live makes a key of the live world', async () => {
  expect(await register('---\nname: live\ndescription: Lives.\n---', '--mode', 'live')).toMatch(/^vk_live_/)
})

const bad: [string, string | null, RegExp][] = [
  ['no file', null, /AGENT\.md: there is no such file/],
  ['no front matter', '# Coder\n', /no front matter/],
  ['front matter that does not end', '---\nname: coder\n', /no front matter/],
  ['what is no YAML', '---\nname: [coder\n---\n', /is no YAML/],
  ['a list', '---\n- coder\n---\n', /object/],
  ['no name', '---\ndescription: Writes.\n---\n', /^name: /],
  ['an empty name', '---\nname: ""\ndescription: Writes.\n---\n', /^name: /],
  ['a name over two lines', '---\nname: "a\\nb"\ndescription: Writes.\n---\n', /^name: /],
  ['no description', '---\nname: coder\n---\n', /^description: /],
  [
    'connections that are no yes or no',
    '---\nname: c\ndescription: W.\nloop:\n  connections: "on"\n---\n',
    /^loop\.connections: /,
  ],
]
const keysOf = () => served.sql('SELECT id FROM api_key')

test.each(bad)('%s is named, and nothing changes', async (_name, manifest, message) => {
  const before = [await agentsOf(), await keysOf()]
  await expect(register(manifest)).rejects.toThrow(message)
  expect([await agentsOf(), await keysOf()]).toEqual(before)
})

test('a bad manifest ends the command with 2 and one line', async () => {
  const refused = await runRegister('---\nname: coder\n---\n')
  expect(refused).toMatchObject({ code: 2, out: '' })
  expect(refused.err).toMatch(/^description: [^\n]+\n$/)
})
