import { readBody } from '@/lib/http/body'
import { errorResponse, toInteractionError } from '@/lib/http/error-response'
import { InteractionError } from '@/lib/interactions/errors'
import { currentApp } from '@/lib/services/app'
import { newId } from '@/lib/services/context'
import { describeSignInLink, SignInError } from '@/lib/services/people'

/** Says what a one-time link is for, so that its page can show the right form. It does not use the link up. */
export async function describeLink(request: Request): Promise<Response> {
  const app = await currentApp()
  try {
    const body = await readBody(request, { limit: 10_000 })
    const description = await describeSignInLink(app, String(body?.value.token ?? ''))
    return Response.json(description, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    const known =
      error instanceof SignInError
        ? new InteractionError('not_found', 'This link was used already, or its time is over. Ask for a new one.')
        : toInteractionError(error)
    return errorResponse(known, newId('req'), app.config.publicUrl)
  }
}
