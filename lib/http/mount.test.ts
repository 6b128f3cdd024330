import { expect, test } from 'vitest'
import { origin, startApi } from '@/lib/testing/api'
import { verifies } from '@/lib/testing/verifies'
import nextConfig from '@/next.config'
import { config as proxyConfig } from '@/proxy'
import { handlerOf, ownPaths } from './mount'

test('Next leaves the headers and the policy of a page off every path that our own handlers serve, and off no page', async () => {
  const [pages] = (await nextConfig.headers?.()) ?? []
  for (const pattern of [pages?.source, proxyConfig.matcher]) {
    const isPage = (path: string) => new RegExp(`^${pattern}$`).test(path)
    for (const first of ownPaths)
      expect([first, isPage(`/${first}`), isPage(`/${first}/more`)]).toEqual([first, false, false])
    for (const page of ['/', '/inbox/int_1', '/settings/keys', '/sign-in', '/docs', '/v1s']) {
      expect([page, isPage(page)]).toEqual([page, true])
    }
  }
})

test('what is beside the API to be read is read only', async () => {
  const api = await startApi('sqlite', { METRICS_TOKEN: 'token-of-the-tests' })
  for (const path of ['/healthz', '/readyz', '/openapi.json', '/metrics']) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await handlerOf(path)?.(api.app, new Request(origin + path, { method }), { address: null })
      expect([path, method, response?.status, response?.headers.get('Allow')]).toEqual([path, method, 405, 'GET, HEAD'])
      expect(await response?.json()).toMatchObject({ error: { code: 'method_not_allowed' } })
    }
  }
  await api.close()
})

verifies(
  'S23 C6',
  'nothing that our own handlers answer is taken for another type or passes its address on',
  async () => {
    const api = await startApi('sqlite', { METRICS_TOKEN: 'token-of-the-tests' })
    for (const first of ownPaths) {
      const request = new Request(`${origin}/${first}/more`)
      const response = await handlerOf(`/${first}/more`)?.(api.app, request, { address: null })
      const said = ['X-Content-Type-Options', 'Referrer-Policy'].map((name) => response?.headers.get(name))
      expect([first, ...said]).toEqual([first, 'nosniff', 'no-referrer'])
      expect(response?.headers.get('X-Request-Id')).toMatch(/^req_/)
    }
    await api.close()
  },
)
