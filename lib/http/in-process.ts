import { headers as requestHeaders } from 'next/headers'
import { handleRest } from '@/lib/rest/handle'
import { currentApp } from '@/lib/services/app'

/**
 * Calls the API from a page that is being drawn, with the person's own cookie: the inbox has no private door (D1).
 * @param path such as `/v1/interactions?status=pending`
 */
export async function callApi(path: string, headers: Record<string, string> = {}) {
  const app = await currentApp()
  const incoming = await requestHeaders()
  const request = new Request(new URL(path, app.config.publicUrl), {
    headers: { ...headers, Cookie: incoming.get('cookie') ?? '', 'Sec-Fetch-Site': 'same-origin' },
  })
  const response = await handleRest(app, request, { address: incoming.get('x-vestra-address') })
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown }
}
