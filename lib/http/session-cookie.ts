import type { Config } from '@/lib/config'

/** The name under which next-auth keeps its token. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https://') ? '__Secure-next-auth.session-token' : 'next-auth.session-token'
}

function cookieValue(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return value.join('=')
  }
  return null
}

/** The id of the session row that the cookie names, or null; whether it still counts is for the store to say (D19.15). */
export async function readSessionCookie(
  config: Pick<Config, 'publicUrl' | 'nextAuthSecret'>,
  header: string | null,
): Promise<string | null> {
  const token = header === null ? null : cookieValue(header, sessionCookieName(config.publicUrl))
  if (!token) return null
  try {
    // Loaded with the first cookie: programs send none.
    const { decode } = await import('next-auth/jwt')
    const claims = await decode({ token, secret: config.nextAuthSecret })
    return typeof claims?.sid === 'string' ? claims.sid : null
  } catch {
    return null
  }
}
