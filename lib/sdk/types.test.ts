import { expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { AnyAnswer } from '@/lib/interactions/answer'
import type * as domainErrors from '@/lib/interactions/errors'
import type * as facts from '@/lib/interactions/facts'
import type * as domain from '@/lib/interactions/interaction'
import { forms } from '@/lib/interactions/kinds'
import type * as status from '@/lib/interactions/status'
import type { KeyBody, PersonBody, PersonChange } from '@/lib/services/administration'
import type { ConnectionBody } from '@/lib/services/connections'
import type { SessionBody } from '@/lib/services/sessions'
import type { ConversationBody, TaskBody } from '@/lib/services/tasks'
import type * as sdk from './index'

test('the published types are the schemas’ own', () => {
  expectTypeOf<sdk.Interaction>().toEqualTypeOf<domain.Interaction>()
  expectTypeOf<sdk.Outcome>().toEqualTypeOf<domain.Outcome>()
  expectTypeOf<sdk.Context>().toEqualTypeOf<z.infer<typeof domain.Context>>()
  expectTypeOf<sdk.Kind>().toEqualTypeOf<domain.Kind>()
  expectTypeOf<sdk.Type>().toEqualTypeOf<domain.Type>()
  expectTypeOf<sdk.Status>().toEqualTypeOf<status.Status>()
  expectTypeOf<sdk.Decision>().toEqualTypeOf<status.Decision>()
  expectTypeOf<sdk.ErrorCode>().toEqualTypeOf<domainErrors.ErrorCode>()
  expectTypeOf<sdk.Question>().toEqualTypeOf<facts.Question>()
  expectTypeOf<sdk.Row>().toEqualTypeOf<facts.Row>()
  expectTypeOf<sdk.Amount>().toEqualTypeOf<facts.Amount>()
  expectTypeOf<sdk.Payee>().toEqualTypeOf<facts.Payee>()
  expectTypeOf<sdk.Tool>().toEqualTypeOf<facts.Tool>()
  expectTypeOf<sdk.AskedRow>().toEqualTypeOf<z.input<typeof facts.AskedRow>>()
  expectTypeOf<sdk.AskedQuestions>().toEqualTypeOf<z.input<typeof facts.AskedQuestions>>()
  expectTypeOf<sdk.Answer>().toEqualTypeOf<z.input<typeof AnyAnswer>>()
  expectTypeOf<sdk.SessionBody>().toEqualTypeOf<z.input<typeof SessionBody>>()
  expectTypeOf<sdk.ConnectionBody>().toEqualTypeOf<z.input<typeof ConnectionBody>>()
  expectTypeOf<sdk.ConversationBody>().toEqualTypeOf<z.input<typeof ConversationBody>>()
  expectTypeOf<sdk.TaskBody>().toEqualTypeOf<z.input<typeof TaskBody>>()
  expectTypeOf<sdk.KeyBody>().toEqualTypeOf<z.input<typeof KeyBody>>()
  expectTypeOf<sdk.PersonBody>().toEqualTypeOf<z.input<typeof PersonBody>>()
  expectTypeOf<sdk.PersonChange>().toEqualTypeOf<z.input<typeof PersonChange>>()
})

test('every way to ask has a type', () => {
  type Named = { [K in keyof sdk.AskForms]: `${K} ${keyof sdk.AskForms[K] & string}` }[keyof sdk.AskForms]
  const named: Record<Named, true> = {
    'ask_question question': true,
    'ask_question handoff': true,
    'composio_auth connect': true,
    'tool_permission approval': true,
    'credit_approval approval': true,
    'exit_plan approval': true,
    'custom approval': true,
    'custom question': true,
    'custom handoff': true,
    'custom tool_call': true,
    'hands_approval approval': true,
    'plan_limit approval': true,
  }
  expect(forms.map(({ kind, type }) => `${kind} ${type}`).sort()).toEqual(Object.keys(named).sort())
})

test('an answer has one shape, and two do not compile', () => {
  const bodies: sdk.AnswerBody[] = [
    { approve: true, present_user: true, nonce: 'n' },
    { approve: false, message: 'too dear' },
    { answers: ['The 09:15 flight'] },
    { done: true },
    { could_not: true },
    { not_now: true },
    { output: null },
    { error: 'no such booking' },
    // @ts-expect-error two shapes
    { approve: true, answers: ['x'] },
    // @ts-expect-error two shapes
    { done: true, not_now: true },
    // @ts-expect-error two shapes
    { output: 1, error: 'x' },
    // @ts-expect-error only true is an answer
    { done: false },
    // @ts-expect-error misspelt
    { approve: true, presentUser: true },
  ]
  expect(bodies).toHaveLength(13)
})
