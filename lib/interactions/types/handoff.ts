import { assertCount, mismatch, type TypeSpec } from './define'

export const handoff: TypeSpec = {
  idPrefix: 'int',
  expiresInSeconds: 86_400,
  takesYes: false,
  opensTask: true,
  hasFrame: true,
  isShownOverA2a: true,
  tellsPeople: true,
  refusal: { not_now: true },
  answersArePublic: false,
  answeredStatus: () => 'resolved',
  settle(item, answer) {
    switch (answer.shape) {
      case 'done':
        return { decision: 'answered', handoff: 'done' }
      case 'could_not':
      case 'not_now':
        return { decision: 'denied', reason: answer.shape, handoff: answer.shape }
      case 'answers':
        if (item.details.asks_for_value !== true) {
          throw mismatch('this hand-off asks for no value; it takes `done`, `could_not` or `not_now`')
        }
        assertCount(item, answer.answers)
        return { decision: 'answered', answers: answer.answers }
      default:
        throw mismatch('a hand-off takes `done`, `could_not` or `not_now`, or `answers` when it asks for a value')
    }
  },
}
