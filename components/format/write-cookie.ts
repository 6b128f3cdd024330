const yearSeconds = 31_536_000

/** Keeps a choice where the server's next paint can read it. Not for secrets. */
export function writeCookie(name: string, value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${yearSeconds}; samesite=lax`
}
