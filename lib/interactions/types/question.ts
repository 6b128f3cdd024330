import { assertCount, denied, mismatch, type TypeSpec } from './define'

export const question: TypeSpec = {
  idPrefix: 'int',
  expiresInSeconds: 86_400,
  takesYes: false,
  opensTask: true,
  hasFrame: false,
  isShownOverA2a: true,
  tellsPeople: true,
  refusal: { approve: false },
  answersArePublic: true,
  answeredStatus: () => 'resolved',
  settle(item, answer) {
    if (answer.shape === 'answers') {
      assertCount(item, answer.answers)
      return { decision: 'answered', answers: answer.answers }
    }
    if (answer.shape === 'approve' && !answer.approve) return denied(answer.message)
    throw mismatch('a question takes `answers`, or `approve: false` to skip it')
  },
}
