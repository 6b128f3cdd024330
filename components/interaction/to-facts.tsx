import type { Fact } from '@/components/ui/facts'
import { SafeText } from '@/components/ui/safe-text'
import { UrlText } from '@/components/ui/url-text'

interface Line {
  label: string
  value: string
  /** The label is ours, and not the asker's. */
  isOurs: boolean
}

const isAddress = (value: string) => /^https?:\/\/\S+$/i.test(value)

function drawn(value: string, domains: Record<string, string> | undefined) {
  if (value === '') return <span className="text-soft">—</span>
  return isAddress(value) ? <UrlText url={value} domains={domains} /> : <SafeText>{value}</SafeText>
}

/** Lines of facts as they are drawn. An empty value is shown as empty, not left out. */
export function toFacts(lines: readonly Line[], domains?: Record<string, string>): Fact[] {
  return lines.map(({ label, value, isOurs }, index) => ({
    key: `${index} ${label}`,
    label: isOurs ? label : <SafeText>{label}</SafeText>,
    value: drawn(value, domains),
  }))
}
