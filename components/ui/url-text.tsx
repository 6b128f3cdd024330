import { SafeText } from './safe-text'

/** An address as text: whole, its host in bold, never a link. A host in another script shows as its xn-- form. */
export function UrlText({ url }: { url: string }) {
  if (!URL.canParse(url)) return <SafeText>{url}</SafeText>
  const { protocol, host } = new URL(url)
  const start = `${protocol}//`
  const rest = url.startsWith(`${start}${host}`) ? url.slice(start.length + host.length) : null
  if (rest === null) return <SafeText>{url}</SafeText>
  return (
    <bdi dir="ltr" className="font-mono text-13">
      <span className="text-soft">{start}</span>
      <strong className="font-semibold">{host}</strong>
      <SafeText className="text-soft">{rest}</SafeText>
    </bdi>
  )
}
