import { z } from 'zod'

const cautionCodes = [
  'amount_differs',
  'currency_differs',
  'payee_differs',
  'count_differs',
  'host_differs',
  'mixed_script',
  'look_alike',
  'encoded_host',
  'user_in_address',
  'not_encrypted',
  'like_known',
  'written_differently',
  'first_payment',
  'large_payment',
  'other_account',
] as const

/** The part of an item that a caution is about. */
const cautionPlaces = [
  'summary',
  'reason',
  'amount',
  'payee',
  'agent',
  'tool',
  'server',
  'app',
  'page',
  'fact',
] as const

/** Something a person should look at twice. Made by rules from what is shown; it decides nothing (S38). */
export const Caution = z
  .strictObject({
    code: z.enum(cautionCodes).meta({ description: 'What is odd.' }),
    place: z.enum(cautionPlaces).meta({ description: 'Where it stands.' }),
    said: z.string().meta({ description: 'What stands there.' }),
    fact: z.string().nullable().meta({
      description:
        'What the facts say instead, how an encoded host reads, the earlier name or account, or from where on an amount is large.',
    }),
  })
  .meta({ id: 'Caution' })
export type Caution = z.infer<typeof Caution>
