import { SafeText } from './safe-text'

interface Props {
  url: string
  /** The registered part of each host, where it is known: it alone says whose page it is. */
  domains?: Record<string, string> | undefined
}

/** An address as text: whole, the registered part of its host in bold, never a link. A host in another script shows as xn--. */
export function UrlText({ url, domains = {} }: Props) {
  if (!URL.canParse(url)) return <SafeText>{url}</SafeText>
  const { protocol, host, hostname } = new URL(url)
  const start = `${protocol}//`
  if (!url.startsWith(`${start}${host}`)) return <SafeText className="font-mono text-13">{url}</SafeText>
  const domain = domains[hostname] ?? hostname
  const at = host.lastIndexOf(domain)
  return (
    <bdi dir="ltr" className="font-mono text-13">
      <span className="text-soft">{start + host.slice(0, at)}</span>
      <strong className="font-semibold">{domain}</strong>
      <span className="text-soft">{host.slice(at + domain.length)}</span>
      <SafeText className="text-soft">{url.slice(start.length + host.length)}</SafeText>
    </bdi>
  )
}
