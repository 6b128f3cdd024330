/**
 * The Content-Security-Policy of one page (S22, S23): only scripts that carry its nonce, and what those load, run; only our
 * own style sheets and those with the nonce count; pictures are ours or data; nothing is sent anywhere but here.
 * @param nonce of this one response, base64
 * @param isDev the bundler's reload needs more than a page of a built server
 */
export function pagePolicy(nonce: string, { isDev }: { isDev: boolean }): string {
  return Object.entries({
    'default-src': "'none'",
    'script-src': `'self' 'nonce-${nonce}' 'strict-dynamic'${isDev ? " 'unsafe-eval'" : ''}`,
    'style-src': isDev ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`,
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': isDev ? "'self' ws:" : "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')
}
