import { queryOptions, useQuery } from '@tanstack/react-query'
import { clientFor } from './client-for'

export interface Connector {
  /** The app as people know it. */
  name: string
  scopes: string[]
  /** Where the person will be sent. */
  authorize_host: string
}

/** The apps that can be connected here, by slug. They change only when the server is started anew. */
const connectors = queryOptions({
  queryKey: ['connectors'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<Map<string, Connector>> => {
    const text = await clientFor(null).requestText({ method: 'GET', path: '/v1/connectors', signal })
    const { data } = JSON.parse(text) as { data: (Connector & { app: string })[] }
    return new Map(data.map(({ app, ...connector }) => [app, connector]))
  },
})

/** The way to connect an app here: null when there is none, undefined until that is known. */
export function useConnector(app: string): Connector | null | undefined {
  const { data } = useQuery(connectors)
  return data && (data.get(app.toLowerCase()) ?? null)
}
