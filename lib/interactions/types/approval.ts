import { denied, mismatch, type TypeSpec } from './define'

export const approval: TypeSpec = {
  idPrefix: 'int',
  expiresInSeconds: 86_400,
  takesYes: true,
  opensTask: true,
  hasFrame: false,
  isShownOverA2a: true,
  tellsPeople: true,
  refusal: { approve: false },
  answersArePublic: true,
  answeredStatus: () => 'resolved',
  settle(_item, answer) {
    if (answer.shape !== 'approve') throw mismatch('an approval takes `approve`, true or false')
    return answer.approve ? { decision: 'approved' } : denied(answer.message)
  },
}
