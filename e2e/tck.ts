import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { startFront } from '@/lib/testing/front'
import { freePort, makeKey, makeServers } from './server'
import { report, runTckAgent } from './tck-agent'

/**
 * Runs the public compatibility kit (a2aproject/a2a-tck, branch 1.0-dev) against the built server: `npx tsx e2e/tck.ts
 * FOLDER-OF-THE-KIT`, with Debian's python3-pytest, -httpx, -jsonschema, -grpcio and -protobuf, or PYTHON
 * as another interpreter that has them. gRPC, which is not offered, is left out.
 *
 * The server runs as in production. The kit sends no credential, so what stands in front gives it one; it acts on message
 * ids, so a scripted agent works behind the same REST calls as any other; and it expects a bare message in reply to one
 * of its messages, which only the front answers, since ours are all tasks.
 */
async function main(kit: string): Promise<number> {
  const { servers, end } = makeServers()
  const ending = new AbortController()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = await servers.start({ env: { PUBLIC_URL: url, NEXTAUTH_URL: url, WEBHOOK_ALLOW_PRIVATE: '1' } })
  const ask = await makeKey(server, 'ask', '--agent', 'Kit')
  const key = await makeKey(server, 'runtime')
  const front = await startFront({ port, target: server.port, key, direct: directReply })
  void runTckAgent(server.url, ask, ending.signal).catch(report)
  try {
    return await runKit(kit, url)
  } finally {
    ending.abort()
    front.close()
    await end()
  }
}

function directReply(text: string, url: string): Record<string, unknown> | null {
  if (!text.includes('"tck-message-response') || text.includes('Streaming')) return null
  const message = { messageId: 'msg_direct', role: 'ROLE_AGENT', parts: [{ text: 'Direct message response' }] }
  const { id } = JSON.parse(text) as { id?: unknown }
  return url.endsWith('/message:send') ? { message } : { jsonrpc: '2.0', id, result: { message } }
}

/**
 * Runs the kit and says what became of each requirement. The kit's own table counts as failed what it has no test for:
 * `NOT TESTED` here.
 * @returns how the kit ended
 */
async function runKit(kit: string, url: string): Promise<number> {
  const kitArgs = [`--sut-host=${url}`, '--transport=jsonrpc,http_json', '--compatibility-report=reports/compatibility']
  const args = [
    '-m',
    'pytest',
    'tests/compatibility/',
    '-q',
    '--tb=short',
    '--ignore=tests/compatibility/grpc',
    ...kitArgs,
  ]
  const python = process.env.PYTHON ?? 'python3'
  mkdirSync(path.join(kit, 'reports'), { recursive: true })
  const child = spawn(python, args, { cwd: kit, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  const report = JSON.parse(readFileSync(path.join(kit, 'reports/compatibility.json'), 'utf8'))
  const byStatus = new Map<string, string[]>()
  for (const [id, { status, level }] of Object.entries<{ status: string; level: string }>(report.per_requirement)) {
    byStatus.set(`${level} ${status}`, [...(byStatus.get(`${level} ${status}`) ?? []), id])
  }
  for (const [status, ids] of [...byStatus].sort()) console.log(`${status}: ${ids.length}\n  ${ids.join(' ')}`)
  return Number(code)
}

const [, , kit] = process.argv
if (kit === undefined) {
  console.error('Usage: npx tsx e2e/tck.ts FOLDER-OF-THE-KIT')
  process.exit(2)
}
process.exit(await main(kit))
