import { expect, test } from 'vitest'
import nextConfig from '@/next.config'
import { config as proxyConfig } from '@/proxy'
import { ownPaths } from './mount'

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
