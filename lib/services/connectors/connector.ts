/** What the provider's redirect back to us carried. */
export interface ProviderAnswer {
  code?: string | undefined
  error?: string | undefined
  iss?: string | undefined
}

/** What the provider gave, as it gave it. */
export type Tokens = Record<string, unknown>

/** One way to connect one app. */
export interface Connector {
  /** The app as people know it. */
  readonly name: string
  /** What the connection may do, in the provider's words. */
  readonly scopes: readonly string[]
  /** Where the person will be sent, for them to check before. */
  readonly authorizeHost: string
  /**
   * Begins a flow.
   * @returns where to send the person, and what `finish` will need; it must not reach them
   */
  begin(state: string): Promise<{ authorizeUrl: string; secret: string }>
  /**
   * Turns the provider's answer into tokens.
   * @throws ConnectorError
   */
  finish(answer: ProviderAnswer, secret: string): Promise<Tokens>
}

/** Why a flow gave no tokens: the person said no, the provider did, or nobody answered in time. */
export type ConnectorFault = 'denied' | 'provider_refused' | 'provider_unreachable'

export class ConnectorError extends Error {
  constructor(
    readonly fault: ConnectorFault,
    /** For the operator's log: what the provider or the network said. Never a code or a token. */
    readonly why: string,
  ) {
    super(fault)
  }
}
