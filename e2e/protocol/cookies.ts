/** Asks as a browser does, without one: keeps cookies, says where it comes from, follows nothing by itself. */
export function openJar(baseUrl: string) {
  const cookies = new Map<string, string>()

  async function ask(target: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(new URL(target, baseUrl), {
      redirect: 'manual',
      ...init,
      headers: {
        Origin: baseUrl,
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...init.headers,
      },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      const value = pair.slice(at + 1)
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), value)
    }
    return response
  }

  async function post(target: string, fields: Record<string, string>) {
    const { csrfToken } = (await (await ask('/api/auth/csrf')).json()) as { csrfToken: string }
    const body = new URLSearchParams({ csrfToken, callbackUrl: baseUrl, json: 'true', ...fields })
    const response = await ask(target, { method: 'POST', body })
    const { url } = (await response.json()) as { url: string }
    return { status: response.status, url, error: URL.canParse(url) ? new URL(url).searchParams.get('error') : null }
  }

  return {
    cookies,
    ask,
    signIn: (provider: 'password' | 'link', fields: Record<string, string>) =>
      post(`/api/auth/callback/${provider}`, fields),
    signOut: () => post('/api/auth/signout', {}),
    /** Through the identity provider and back, as redirects lead. */
    async signInByOidc(): Promise<string> {
      let { url } = await post('/api/auth/signin/oidc', {})
      for (let hops = 0; hops < 5; hops++) {
        const isOurs = url.startsWith(baseUrl)
        if (isOurs && !new URL(url).pathname.startsWith('/api/auth/')) break
        const response = isOurs ? await ask(url) : await fetch(url, { redirect: 'manual' })
        const next = response.headers.get('Location')
        if (next === null) break
        url = new URL(next, url).href
      }
      return url
    },
    /** The status and code of a call of the API as this person. */
    async list(headers: Record<string, string> = {}) {
      const response = await ask('/v1/interactions', { headers })
      const body = (await response.json()) as { data?: { id: string; user_id: string }[]; error?: { code: string } }
      return { status: response.status, code: body.error?.code, ids: body.data?.map(({ id }) => id) }
    },
  }
}
