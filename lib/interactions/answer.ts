import { z } from 'zod'
import { InteractionError } from './errors'
import type { Interaction } from './interaction'
import { parseWith, unknownParameter } from './invalid'
import { kindSpec } from './kinds'
import { freeText } from './text'
import { typeSpec } from './types'
import type { Settlement, Shape } from './types/define'

const True = z.literal(true)

/** The seven shapes of an answer, each named by the field that tells it apart (R59). */
const shapes = {
  approve: z.strictObject({
    approve: z
      .boolean()
      .meta({ description: 'Yes or no to an approval; false declines a connection and skips a question.' }),
    present_user: z.boolean().optional().meta({ description: 'true when the person who saw it said yes.' }),
    message: freeText(1, 500).optional().meta({ description: 'With a no: a note for the agent.' }),
    nonce: freeText(1, 4096)
      .optional()
      .meta({ description: "For an action approved in person: the item's nonce, sent back." }),
  }),
  answers: z.strictObject({
    answers: z.array(freeText(0, 4000)).min(1).max(4).meta({ description: 'One answer for each question, in order.' }),
  }),
  done: z.strictObject({ done: True.meta({ description: 'For a hand-off: the person did it.' }) }),
  could_not: z.strictObject({
    could_not: True.meta({ description: 'For a hand-off: the person tried and could not.' }),
  }),
  not_now: z.strictObject({
    not_now: True.meta({ description: 'For a hand-off: not now; the agent carries on without it.' }),
  }),
  output: z.strictObject({
    output: z.unknown().meta({ description: 'For a client tool: what it returned, any JSON.' }),
  }),
  error: z.strictObject({ error: freeText(1, 4000).meta({ description: 'For a client tool: why it failed.' }) }),
} as const satisfies Record<Shape, z.ZodType>

export const AnyAnswer = z
  .union([shapes.approve, shapes.answers, shapes.done, shapes.could_not, shapes.not_now, shapes.output, shapes.error])
  .meta({ id: 'Answer' })

export type Answer = { [S in Shape]: { shape: S } & z.output<(typeof shapes)[S]> }[Shape]

const shapeNames = Object.keys(shapes) as Shape[]
const answerFields = [...shapeNames, 'present_user', 'message', 'nonce']
const oneOf = `send exactly one of ${shapeNames.map((name) => `\`${name}\``).join(', ')}`

/**
 * Reads an answer's body by its discriminating field, so that the message can say what is wrong with that shape.
 * @throws invalid_request, invalid_text, unknown_parameter
 */
export function readAnswer(body: Record<string, unknown>): Answer {
  const unknown = Object.keys(body).find((key) => !answerFields.includes(key))
  if (unknown !== undefined) throw unknownParameter(unknown, answerFields)
  const present = shapeNames.filter((name) => Object.hasOwn(body, name))
  const [shape] = present
  if (shape === undefined || present.length > 1) {
    throw new InteractionError('invalid_request', `The body must ${oneOf}.`, present[1] ? { param: present[1] } : {})
  }
  const foreign = Object.keys(body).find((key) => !Object.hasOwn(shapes[shape].shape, key))
  if (foreign !== undefined) {
    throw new InteractionError('invalid_request', `${foreign}: does not go with \`${shape}\`.`, { param: foreign })
  }
  const answer = { shape, ...parseWith(shapes[shape], body) } as Answer
  if (answer.shape === 'approve' && answer.approve && answer.message !== undefined) {
    throw new InteractionError('invalid_request', 'message: goes with a no; leave it out of a yes.', {
      param: 'message',
    })
  }
  return answer
}

/** What the door knows of the answer and the domain may not look up itself. */
export interface AnswerFacts {
  /** Whether this credential may say yes where a present person is needed (K28). */
  mayVouch: boolean
  /** How the nonce that was sent compares with the item's. */
  nonce: 'absent' | 'match' | 'mismatch'
}

/**
 * What an answer to a pending item settles to. Pure; the order of refusals is contract section 9.
 * @throws answer_mismatch, invalid_answers, not_their_item, present_user_required, nonce_required, nonce_mismatch
 */
export function settle(
  item: Pick<Interaction, 'kind' | 'type' | 'questions' | 'details' | 'requires_present_user'>,
  answer: Answer,
  facts: AnswerFacts & { hasNonce: boolean },
): Settlement {
  if (kindSpec(item.kind).readOnly) {
    throw new InteractionError('answer_mismatch', `A ${item.kind} is read only: its agent settles it.`, {
      details: { reason: 'read_only' },
    })
  }
  const settlement = typeSpec(item.type).settle(item, answer)
  if (settlement.decision === 'approved') assertVouched(item, answer, facts)
  if (answer.shape === 'approve' && answer.nonce !== undefined && !facts.hasNonce) throw nonceMismatch()
  if (settlement.decision === 'approved' && facts.hasNonce) assertNonce(facts.nonce)
  return settlement
}

function assertVouched(item: Pick<Interaction, 'requires_present_user'>, answer: Answer, facts: AnswerFacts) {
  if (!item.requires_present_user) return
  if (!facts.mayVouch) {
    throw new InteractionError('not_their_item', 'Only the person this is for can say yes to it. You can still say no.')
  }
  if (answer.shape !== 'approve' || answer.present_user !== true) {
    throw new InteractionError(
      'present_user_required',
      'present_user: must be true on this yes, and means that the person who saw it said yes.',
      { param: 'present_user' },
    )
  }
}

function assertNonce(nonce: AnswerFacts['nonce']) {
  if (nonce === 'absent') {
    throw new InteractionError('nonce_required', "nonce: send the item's nonce back with this yes.", { param: 'nonce' })
  }
  if (nonce === 'mismatch') throw nonceMismatch()
}

function nonceMismatch() {
  return new InteractionError('nonce_mismatch', "nonce: is not this item's nonce. Read the item again.", {
    param: 'nonce',
  })
}
