import { mismatch, type TypeSpec } from './define'

export const toolCall: TypeSpec = {
  idPrefix: 'call',
  expiresInSeconds: 600,
  takesYes: false,
  opensTask: false,
  hasFrame: false,
  isShownOverA2a: false,
  tellsPeople: false,
  refusal: null,
  answersArePublic: true,
  answeredStatus: (settlement) => (settlement.hasOutput ? 'completed' : 'failed'),
  settle(_item, answer) {
    if (answer.shape === 'output') return { decision: 'answered', hasOutput: true }
    if (answer.shape === 'error') return { decision: 'answered', error: answer.error }
    throw mismatch('a tool call takes `output` or `error`')
  },
}
