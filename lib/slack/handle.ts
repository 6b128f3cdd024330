import { readBytes } from '@/lib/http/body'
import { errorResponse, toInteractionError } from '@/lib/http/error-response'
import { noteRequest } from '@/lib/http/note-request'
import { InteractionError } from '@/lib/interactions/errors'
import { type App, newId } from '@/lib/services/context'
import { sha256 } from '@/lib/services/secrets'
import { denyFromSlack } from '@/lib/services/slack-answers'
import { readPress } from './press'
import { assertSigned } from './signature'

/** The message that holds the button comes with it. */
const bodyLimit = 512 * 1024

/** What Slack calls when somebody presses a button in a notice (F21). Without an app there is no such route. */
export async function handleSlack(app: App, request: Request): Promise<Response> {
  const startedMs = performance.now()
  const requestId = newId('req')
  let response: Response
  let failure: InteractionError | undefined
  try {
    await serve(app, request, requestId)
    response = new Response(null, { status: 200 })
  } catch (thrown) {
    failure = toInteractionError(thrown)
    if (failure.code === 'internal_error') app.log.error({ err: thrown, request_id: requestId, op: 'slack' })
    response = errorResponse(failure, requestId, app.config.publicUrl)
    if (failure.code === 'method_not_allowed') response.headers.set('Allow', 'POST')
  }
  response.headers.set('X-Request-Id', requestId)
  noteRequest(app, { op: 'slack', status: response.status, startedMs, requestId, code: failure?.code })
  return response
}

async function serve(app: App, request: Request, requestId: string): Promise<void> {
  const { slackApp } = app.config
  if (slackApp === null || new URL(request.url).pathname !== '/slack/actions') {
    throw new InteractionError('not_found', 'There is no such route.')
  }
  if (request.method !== 'POST') throw new InteractionError('method_not_allowed', 'Use POST.')
  const body = await readBytes(request, bodyLimit)
  assertSigned(request.headers, body, slackApp.signingSecret, app.store.nowMs())
  const press = readPress(body)
  if (press) await denyFromSlack(app, press, { requestId, pressId: sha256(body) })
}
