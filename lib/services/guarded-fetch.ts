import http from 'node:http'
import https from 'node:https'
import { faultOfUrl, type Resolve, safeLookup } from './address-guard'
import type { App } from './context'

const timeoutMs = 15_000
const limitBytes = 1024 * 1024

export interface Fetched {
  status: number
  text: string
  /** The header of that name, as it came. */
  retryAfter: string | undefined
}

/**
 * One request to an address that somebody else named: only where requests of ours may go, following nothing, and
 * reading no more than 1 MiB.
 * @throws when there is no answer
 */
export function guardedFetch(
  app: App,
  address: string,
  options: {
    method: 'GET' | 'POST'
    headers: Record<string, string>
    body?: string
    httpsOnly: boolean
    signal?: AbortSignal
    resolve?: Resolve | undefined
  },
): Promise<Fetched> {
  const rules = { allowPrivate: app.config.webhookAllowPrivate }
  const fault = faultOfUrl(address, { ...rules, httpsOnly: options.httpsOnly })
  if (fault) return Promise.reject(new Error(`The address ${fault}.`))
  const url = new URL(address)
  const { request: open } = url.protocol === 'https:' ? https : http
  const { method, headers, body, signal = app.shutdown } = options
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const request = open(
      url,
      { method, headers: { ...headers, ...length }, lookup: safeLookup(rules, options.resolve), agent: false, signal },
      (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > limitBytes) request.destroy(new Error('The answer is larger than 1 MiB.'))
          else chunks.push(chunk)
        })
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('utf8'),
            retryAfter: response.headers['retry-after'],
          }),
        )
        response.on('error', reject)
      },
    )
    const timer = setTimeout(() => request.destroy(new Error('There was no answer within 15 seconds.')), timeoutMs)
    request.on('error', reject)
    request.on('close', () => clearTimeout(timer))
    request.end(body)
  })
}
