/** A header holds ASCII alone; half a character, which no encoding knows, goes as the sign for one that is missing. */
export function overrideHeaders(reason: string | undefined): Record<string, string> {
  return reason === undefined
    ? {}
    : { 'vestra-override-reason': encodeURIComponent(reason.replace(/\p{Surrogate}/gu, '\ufffd')) }
}
