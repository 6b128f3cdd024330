import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startFront } from '@/lib/testing/front'
import { runProgram } from '@/lib/testing/run-block'
import { type Served, serveApi } from '@/lib/testing/serve'

// Each scenario is a process of its own.
vi.setConfig({ testTimeout: 60_000 })

let served: Served
let front: Awaited<ReturnType<typeof startFront>>
let dir: string
beforeAll(async () => {
  served = await serveApi()
  front = await startFront({ target: Number(new URL(served.url).port), key: served.all.secret })
  dir = await mkdtemp(path.join(tmpdir(), 'vestra-conformance-'))
})
afterAll(async () => {
  front.close()
  await served.close()
  await rm(dir, { recursive: true })
})

/** The public conformance runner; 0.1.13 is the newest that runs on every Node that we support. */
function conformance(...args: string[]) {
  return runProgram(process.execPath, ['node_modules/@modelcontextprotocol/conformance/dist/index.js', ...args], {})
}

const applicable = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']

/** What the runner asks of a server that offers other things than ours does, and why ours does not. */
const notApplicable: Record<string, string[]> = {
  'calls the tools of a sample server, which ours does not have': [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'tools-call-with-progress',
    'json-schema-2020-12',
  ],
  'asks the client back in the middle of a call, for which a server must keep sessions': [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ],
  'resumes streams by session, and each of our calls is whole in itself': [
    'server-sse-polling',
    'server-sse-multiple-streams',
  ],
  'logging is not offered': ['logging-set-level', 'tools-call-with-logging'],
  'completion is not offered': ['completion-complete'],
  'resources are not offered': [
    'resources-list',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  'prompts are not offered': [
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ],
}

test('every scenario of the runner applies, or it is said why not', async () => {
  const { out } = await conformance('list', '--server')
  const [, servers = ''] = out.match(/Server scenarios[^\n]*\n([\s\S]*?)(\n\n|$)/) ?? []
  const scenarios = [...servers.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name)
  expect(scenarios.toSorted()).toEqual([...applicable, ...Object.values(notApplicable).flat()].toSorted())
})

test.each(applicable)('%s', async (scenario) => {
  const { code, out, err } = await conformance('server', '--url', `${front.url}/mcp`, '--scenario', scenario, '-o', dir)
  expect(code, `${out}${err}`).toBe(0)
  expect(out).toMatch(/Passed: (\d+)\/\1, 0 failed/)
})
