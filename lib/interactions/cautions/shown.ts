import { Amount, Payee, Row } from '@/lib/interactions/facts'

/** What an item shows, as far as cautions look at it: any part may be missing. */
export interface Shown {
  summary: string
  details: Record<string, unknown>
  browser: { url: string | null } | null
  agent: string
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** The facts of an item; a custom one has its own, which count as rows. */
export function factsOf({ details }: Shown) {
  const rows = Array.isArray(details.rows) ? details.rows.filter((row): row is Row => Row.safeParse(row).success) : []
  const own = Object.entries(details).flatMap(([label, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [{ label, value: String(value) }] : [],
  )
  const isCustom = text(details.renderer) !== null && details.renderer !== 'tool_call'
  return {
    amount: Amount.safeParse(details.amount).data ?? null,
    payee: Payee.safeParse(details.payee).data ?? null,
    rows: isCustom ? [...rows, ...own] : rows,
    reason: isCustom ? null : text(details.reason),
    tool: text(details.tool_name),
    server: text(details.server),
    app: text(details.app),
    action: text(details.action),
  }
}
