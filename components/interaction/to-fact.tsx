import type { Fact } from '@/components/ui/facts'
import { SafeText } from '@/components/ui/safe-text'

interface Line {
  label: string
  value: string
  /** The label is ours, and not the asker's. */
  isOurs: boolean
}

/** A line of facts as it is drawn. An empty value is shown as empty, not left out. */
export function toFact({ label, value, isOurs }: Line, index: number): Fact {
  return {
    key: `${index} ${label}`,
    label: isOurs ? label : <SafeText>{label}</SafeText>,
    value: value === '' ? <span className="text-soft">—</span> : <SafeText>{value}</SafeText>,
  }
}
