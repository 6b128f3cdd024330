import { forms } from '@/lib/interactions/kinds'
import type { Type } from '@/lib/interactions/kinds/define'

/** The body that a kind's form documents for itself. */
export function exampleAsk(kind: string, type: Type): Record<string, unknown> {
  const found = forms.find((each) => each.kind === kind && each.type === type)
  if (!found) throw new Error(`${kind} is not asked for as ${type}`)
  return found.form.example
}

/** The ids of one deployment in which all the examples play. */
export const ids = {
  payment: 'int_01m8pjajjte8j82qaxsswg9v1r',
  question: 'int_01m8pjajjxe8j82qb6rjgnvjvg',
  toolCall: 'call_01m8pjajjxe8j82qbemnz16wwq',
  planLimit: 'int_01m8pjajkte8j82qcja82mh7hp',
  task: 'task_01m8pjajjxe8j82qbpzc3qzb99',
  conversation: 'conv_01m8pjajjxe8j82qbv069a9zn1',
  event: 'evt_01m8pjajjxe8j82qc12p6q84z4',
  key: 'key_01m8pjajkse8j82qc94kc25zwx',
  person: 'per_01m8pjajkte8j82qcja82mh7hp',
  session: 'ses_01m8pjajkte8j82qcxv0wwvmr3',
  connection: 'cnx_01m8pjajkte8j82qd7g5hsvtfs',
  endpoint: 'whe_01m8pjajkte8j82qd927wxcg56',
  delivery: 'whd_01m8pjajkye8j82qdkbtsb9wyh',
  subscription: 'psb_01m8pjajkye8j82qdmtbsb9wyh',
  request: 'req_01m8pjajkye8j82qdrja5faxsc',
  user: 'traveller-42',
}

export const openedAt = '2026-11-30T09:15:00.000Z'
export const dayAfter = '2026-12-01T09:15:00.000Z'
export const answeredAt = '2026-11-30T09:16:20.000Z'
export const digest = '6b1f0c6e8e9d4fb2a1c3d5e7f90a1b2c3d4e5f60718293a4b5c6d7e8f9012345'
/** Where the examples' server is reached. */
export const ourAddress = 'https://inbox.example.com'

/** A payment that waits for a yes. */
export const payment = {
  object: 'interaction',
  id: ids.payment,
  user_id: ids.user,
  task_id: ids.task,
  conversation_id: null,
  kind: 'tool_permission',
  type: 'approval',
  status: 'pending',
  summary: 'pay, amount $500.00',
  moves_money: true,
  requires_present_user: true,
  details: {
    tool_name: 'pay',
    amount: { value: '500.00', currency: 'USD' },
    payee: { name: 'Lakeside Hotel' },
    rows: [{ label: 'Booking', value: 'Lakeside Hotel, 2 nights' }],
    reason: 'The hotel holds the room only until tonight.',
  },
  outcome: null,
  created_at: openedAt,
  expires_at: dayAfter,
  resolved_at: null,
}
