import { denied, mismatch, type TypeSpec } from './define'

export const connect: TypeSpec = {
  idPrefix: 'int',
  answersArePublic: true,
  answeredStatus: () => 'resolved',
  settle(_item, answer) {
    if (answer.shape === 'approve' && !answer.approve) return denied(answer.message)
    throw mismatch(
      'a connection takes only `approve: false`; it settles itself when the user connects the app with POST /v1/connections',
    )
  },
}
