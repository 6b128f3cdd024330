import { expect } from '@playwright/test'
import { firstStart, verifies } from '@/e2e/server'
import { connectTo, head } from './raw'

verifies('D19.16.line', 'no request line is too odd for the server', async ({ servers }) => {
  const server = await servers.start()
  const { key } = await firstStart(server)
  const authorization = ['Authorization', `Bearer ${key}`] as const
  const ask = async (method: string, target: string, headers: readonly (readonly [string, string])[] = []) => {
    const connection = await connectTo(server.port)
    connection.send(head(method, target, [authorization, ...headers]))
    const status = await connection.status()
    connection.socket.destroy()
    return status
  }
  expect(await ask('GET', '/docs')).toBe(200)
  const upgrades = [
    [
      ['Connection', 'Upgrade, HTTP2-Settings'],
      ['Upgrade', 'h2c'],
      ['HTTP2-Settings', 'AAMAAABkAAQAAP__'],
    ],
    [
      ['Connection', 'Upgrade'],
      ['Upgrade', 'websocket'],
    ],
  ] as const
  for (const offer of upgrades) expect(await ask('GET', '/v1/interactions', offer)).toBe(200)
  expect(await ask('GET', 'http://inbox.example/v1/interactions?limit=1')).toBe(200)
  for (const target of ['/inbox/%ff', '/%', 'http://[']) expect(await ask('GET', target), target).toBe(400)
  expect(await ask('OPTIONS', '*')).toBe(400)
  expect(await ask('GET', '/v1/interactions/%ff')).toBe(404)
})
