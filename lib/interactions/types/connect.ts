import { denied, mismatch, type TypeSpec } from './define'

export const connect: TypeSpec = {
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
  told: ({ decision, details }) => `${decision === 'approved' ? 'Connected' : 'Not connected'}: ${details.app}`,
  settle(_item, answer) {
    if (answer.shape === 'approve' && !answer.approve) return denied(answer.message)
    throw mismatch(
      'a connection takes only `approve: false`; it settles itself when the user connects the app with POST /v1/connections',
    )
  },
}
