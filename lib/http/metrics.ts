import { InteractionError } from '@/lib/interactions/errors'
import { type App, newId } from '@/lib/services/context'
import { isSameSecret } from '@/lib/services/secrets'
import { errorResponse } from './error-response'
import { refuseWrite } from './refuse-write'

/** What Prometheus scrapes, for the bearer of `METRICS_TOKEN`; without that setting there is no such route. */
export async function serveMetrics(app: App, request: Request): Promise<Response> {
  const { metrics } = app
  const { metricsToken, publicUrl } = app.config
  const refuse = (error: InteractionError) => errorResponse(error, newId('req'), publicUrl)
  if (!metrics || metricsToken === null) return refuse(new InteractionError('not_found', 'There is no such route.'))
  const refusal = refuseWrite(app, request)
  if (refusal) return refusal
  const [, token] = request.headers.get('Authorization')?.match(/^Bearer +([^\s,]+)$/i) ?? []
  if (token === undefined) return refuse(new InteractionError('unauthenticated', 'Send the token of the metrics.'))
  if (!isSameSecret(token, metricsToken)) {
    return refuse(new InteractionError('invalid_credentials', 'That is not the token of the metrics.'))
  }
  return new Response(await metrics.text(), {
    headers: { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' },
  })
}
