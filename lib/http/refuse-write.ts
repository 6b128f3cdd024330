import { InteractionError } from '@/lib/interactions/errors'
import { type App, newId } from '@/lib/services/context'
import { errorResponse } from './error-response'

/** The refusal of a request that is no read, on a path beside the API that can only be read; null for a read. */
export function refuseWrite({ config }: Pick<App, 'config'>, { method }: Request): Response | null {
  if (method === 'GET' || method === 'HEAD') return null
  const error = new InteractionError('method_not_allowed', 'Use one of GET, HEAD.')
  const response = errorResponse(error, newId('req'), config.publicUrl)
  response.headers.set('Allow', 'GET, HEAD')
  return response
}
