import { type NextRequest, NextResponse } from 'next/server'
import { pagePolicy } from '@/lib/http/page-policy'

const nonceBytes = 18
const policyHeader = 'Content-Security-Policy'
// biome-ignore lint/style/noProcessEnv: Next puts the value in when it builds
const isDev = process.env.NODE_ENV === 'development'

/** Gives each page a policy with a nonce of its own. Next reads it from the request and puts it on its scripts. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(nonceBytes))).toString('base64')
  const policy = pagePolicy(nonce, { isDev })
  const headers = new Headers(request.headers)
  headers.set(policyHeader, policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set(policyHeader, policy)
  return response
}

export const config = {
  // Pages only: neither what our own handlers serve (`lib/http/mount.ts`) nor the bundle.
  matcher: '/((?!(?:v1|a2a|mcp|slack|\\.well-known|healthz|readyz|metrics|openapi\\.json|_next)(?:/|$)).*)',
}
