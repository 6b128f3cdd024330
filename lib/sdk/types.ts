// Written from the schemas of the domain by `npm run generate`. Do not edit.

export type Kind =
  | 'ask_question'
  | 'composio_auth'
  | 'tool_permission'
  | 'credit_approval'
  | 'exit_plan'
  | 'custom'
  | 'hands_approval'
  | 'plan_limit'

export type Type = 'approval' | 'question' | 'connect' | 'handoff' | 'tool_call'

export type Status = 'pending' | 'resolved' | 'cancelled' | 'expired'

export type Decision = 'approved' | 'denied' | 'answered' | 'cancelled' | 'expired'

export type ErrorCode =
  | 'invalid_json'
  | 'invalid_text'
  | 'invalid_request'
  | 'unknown_parameter'
  | 'invalid_cursor'
  | 'invalid_idempotency_key'
  | 'answer_mismatch'
  | 'invalid_answers'
  | 'present_user_required'
  | 'nonce_required'
  | 'nonce_mismatch'
  | 'unauthenticated'
  | 'invalid_credentials'
  | 'session_expired'
  | 'insufficient_scope'
  | 'session_not_allowed'
  | 'origin_not_allowed'
  | 'not_their_item'
  | 'not_found'
  | 'method_not_allowed'
  | 'already_resolved'
  | 'already_cancelled'
  | 'expired'
  | 'read_only'
  | 'idempotency_in_progress'
  | 'external_id_conflict'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'too_many_pending'
  | 'internal_error'
  | 'unavailable'

export interface Row {
  label: string
  value: string
}

export interface Amount {
  value: string
  currency: string
}

export interface Payee {
  name: string
  id?: string | undefined
}

export interface Option {
  label: string
  description: string
}

export interface Question {
  question: string
  /** A short label, or empty. */
  header: string
  /** Suggestions: any text is a valid answer. Empty when there are none. */
  options: Array<Option>
  /** Whether more than one option may be picked. */
  multi_select: boolean
}

export interface Outcome {
  /** How it ended. */
  decision: Decision
  /** For an answered question: one answer each, in order. */
  answers?: Array<string> | undefined
  /** Why it was denied or withdrawn, when that was recorded. */
  reason?: string | undefined
  /** For a denial: the note that was sent with the no. */
  message?: string | undefined
}

export interface Caution {
  /** What is odd. */
  code:
    | 'amount_differs'
    | 'currency_differs'
    | 'payee_differs'
    | 'count_differs'
    | 'host_differs'
    | 'mixed_script'
    | 'look_alike'
    | 'encoded_host'
    | 'user_in_address'
    | 'not_encrypted'
    | 'like_known'
    | 'written_differently'
    | 'first_payment'
    | 'large_payment'
    | 'other_account'
  /** Where it stands. */
  place: 'summary' | 'reason' | 'amount' | 'payee' | 'agent' | 'tool' | 'server' | 'app' | 'page' | 'fact'
  /** What stands there. */
  said: string
  /** What the facts say instead, how an encoded host reads, the earlier name or account, or from where on an amount is large. */
  fact: string | null
}

export interface Context {
  /** The name of the agent that asks. */
  agent: string
  /** The name of the API key it asked with. */
  key_label: string | null
  mode: 'test' | 'live'
  /** SHA-256 of all that is shown. */
  digest: string
  answered_by: {
    type: string
    name: string
  } | null
  /** How whoever answered was known. */
  method: string | null
  /** There when an admin answered for the user whom it was for. */
  override: {
    /** As it was given; null when none was. */
    reason: string | null
  } | null
  /** When the agent first read how it ended. */
  picked_up_at: string | null
  /** On a single read: what to look at twice before answering, by fixed rules. */
  cautions?: Array<Caution> | undefined
  /** On a single read: the registered part of each host that is shown. */
  domains?: Record<string, string> | undefined
}

export interface Interaction {
  object: 'interaction'
  /** `int_…`, or `call_…` for a call to a client tool. */
  id: string
  /** The integrator's id for the user; null for the company itself. */
  user_id: string | null
  /** The task that asks; null for some tool calls. */
  task_id: string | null
  /** Its conversation; null when its task has none. */
  conversation_id: string | null
  /** What exactly the agent waits on. */
  kind: Kind
  /** What kind of answer it takes. */
  type: Type
  /** Whether it waits, was answered, withdrawn, or ran out. */
  status: Status
  /** What the agent wants, in a phrase. */
  summary: string
  /** Whether a yes spends money; null for one of the company's own tools. */
  moves_money: boolean | null
  /** Whether a yes needs `present_user: true`: that the person who saw it said yes. */
  requires_present_user: boolean
  /** For a `hands_approval` that waits: send it back with the yes. */
  nonce?: string | undefined
  /** For a question or a hand-off: what is asked. */
  questions?: Array<Question> | undefined
  /** For a hand-off, on a single read only: the page the agent was on, as a JPEG data URI. */
  frame_url?: string | undefined
  /** For a hand-off in the browser. */
  browser?:
    | {
        suggested_mode: 'control'
        url: string | null
      }
    | undefined
  /** A few named facts for its kind, safe to show. Never the raw request. */
  details: Record<string, unknown>
  /** How it ended; null while it waits. */
  outcome: Outcome | null
  /** When the agent asked. */
  created_at: string
  /** When it runs out; null when it never does. */
  expires_at: string | null
  /** When it ended; null while it waits. */
  resolved_at: string | null
  /** Only with `?include=context`. */
  context?: Context | undefined
}

export interface Answered {
  /** What was answered. */
  id: string
  object: 'interaction'
  type: Type
  /** resolved: the agent has the answer and carries on. For a call to a client tool: completed with its output, or failed with its error. */
  status: 'resolved' | 'completed' | 'failed'
}

export interface InteractionResult {
  object: 'interaction.result'
  id: string
  type: Type
  /** pending when the wait ran out. */
  status: Status
  /** Anything but approved and answered must stop the action; null while it is pending. */
  decision: Decision | null
  /** One for each question; a hand-off's only here. */
  answers?: Array<string> | undefined
  handoff?: 'done' | 'could_not' | 'not_now' | undefined
  /** What the client tool returned, byte for byte as it was sent. */
  output?: unknown
  /** Why the client tool failed. */
  error?: string | undefined
  reason?: string | undefined
  /** The note that was sent with a no. */
  message?: string | undefined
  /** Of a connection, what to tell the model: `Connected: <app>` or `Not connected: <app>`. */
  text?: string | undefined
  /** Whether the yes was vouched for by a present person; null when there was no yes. */
  present_user: boolean | null
  /** There when somebody answered or withdrew it. */
  answered_by?:
    | {
        type: string
        id: string
      }
    | undefined
  resolved_at: string | null
  /** SHA-256 of all that is shown, lower-case hex. */
  digest: string
}

export interface InteractionVerification {
  object: 'interaction.verification'
  id: string
  /** Whether these arguments are those that were shown. */
  match: boolean
  status: Status
  decision: Decision | null
}

export interface Event {
  object: 'event'
  id: string
  type: 'interaction.created' | 'interaction.resolved' | 'interaction.cancelled' | 'interaction.expired'
  /** When it happened. */
  timestamp: string
  /** The item as it was then, without `frame_url` and `nonce`. */
  data: Interaction
}

export interface Session {
  object: 'session'
  id: string
  /** The credential for the page, shown this once. */
  token: string
  user_id: string
  /** Sessions with a screen come later. */
  screen: null
  expires_at: string
  created_at: string
}

export interface UserLink {
  object: 'user_link'
  user_id: string
  /** Good for one person and fifteen minutes. */
  url: string
  expires_at: string
  created_at: string
}

export interface Connection {
  object: 'connection'
  id: string
  user_id: string
  /** The app's short name, lower case. */
  app: string
  status: 'pending' | 'active'
  /** Where the user connects the app: good once and for ten minutes, shown at creation only. */
  connect_url: string | null
  /** Until when it can be made; null once it is active. */
  expires_at: string | null
  created_at: string
}

export interface Conversation {
  object: 'conversation'
  id: string
  user_id: string | null
  external_id: string | null
  created_at: string
}

export interface Task {
  object: 'task'
  id: string
  user_id: string | null
  conversation_id: string | null
  title: string | null
  external_id: string | null
  status: 'open' | 'ended'
  created_at: string
  ended_at: string | null
}

export interface ApiKey {
  object: 'api_key'
  id: string
  name: string
  /** ask: opens, waits, withdraws. runtime: reads and answers. all: both, and administers. */
  scope: 'ask' | 'runtime' | 'all'
  /** The agent name that people see. */
  agent: string | null
  mode: 'test' | 'live'
  last4: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}

export interface Person {
  object: 'person'
  id: string
  email: string
  name: string
  role: 'user' | 'admin'
  /** The users whose items this person answers. */
  user_ids: Array<string>
  created_at: string
}

export interface WebhookEndpoint {
  object: 'webhook_endpoint'
  id: string
  url: string
  events: Array<'interaction.created' | 'interaction.resolved' | 'interaction.cancelled' | 'interaction.expired'>
  description: string | null
  status: 'enabled' | 'disabled'
  /** gone: it answered 410. failing: nothing has reached it for days. */
  disabled_reason: 'gone' | 'failing' | null
  created_at: string
}

export interface WebhookDelivery {
  object: 'webhook_delivery'
  id: string
  endpoint_id: string
  /** The `webhook-id` header of each try. */
  event_id: string
  type: 'interaction.created' | 'interaction.resolved' | 'interaction.cancelled' | 'interaction.expired'
  interaction_id: string
  status: 'pending' | 'delivered' | 'failed'
  tries: number
  next_try_at: string | null
  /** The HTTP status of the last try that got one. */
  last_status: number | null
  last_error: string | null
  created_at: string
  delivered_at: string | null
}

export interface Activity {
  object: 'activity'
  from: string
  to: string
  /** Set when the period holds more than is looked at, the newest 30,000 rows of the record: the figures begin here. */
  counted_from: string | null
  /** How many items were answered, by people or through a key. */
  answers: number
  /** How many ran out unanswered. */
  expired: number
  /** The median time from being asked to being answered, in milliseconds. */
  median_ms: number | null
  /** How many yeses came from a person who had opened the item before. */
  yes_seen: number
  /** Those of them whose row `interaction.answered` is at most 2,000 ms after that person's first `interaction.viewed`. */
  yes_quick: number
  /** Every 24 hours from `from` on, empty ones included. */
  days: Array<{
    from: string
    /** How many items were answered, by people or through a key. */
    answers: number
    /** How many ran out unanswered. */
    expired: number
    /** The median time from being asked to being answered, in milliseconds. */
    median_ms: number | null
    /** How many yeses came from a person who had opened the item before. */
    yes_seen: number
    /** Those of them whose row `interaction.answered` is at most 2,000 ms after that person's first `interaction.viewed`. */
    yes_quick: number
  }>
  /** The 50 busiest agents. */
  agents: Array<{
    name: string
    /** How many items were answered, by people or through a key. */
    answers: number
    /** How many ran out unanswered. */
    expired: number
    /** The median time from being asked to being answered, in milliseconds. */
    median_ms: number | null
    /** How many yeses came from a person who had opened the item before. */
    yes_seen: number
    /** Those of them whose row `interaction.answered` is at most 2,000 ms after that person's first `interaction.viewed`. */
    yes_quick: number
  }>
  /** The 50 busiest people. */
  people: Array<{
    id: string
    name: string
    /** How many items were answered, by people or through a key. */
    answers: number
    /** How many ran out unanswered. */
    expired: number
    /** The median time from being asked to being answered, in milliseconds. */
    median_ms: number | null
    /** How many yeses came from a person who had opened the item before. */
    yes_seen: number
    /** Those of them whose row `interaction.answered` is at most 2,000 ms after that person's first `interaction.viewed`. */
    yes_quick: number
  }>
}

export interface OpenCounts {
  object: 'open_counts'
  total: number
  /** Younger than an hour, than a day, than a week, and older. */
  by_age: {
    hour: number
    day: number
    week: number
    older: number
  }
  by_type: Array<{
    type: Type
    count: number
  }>
  /** The 50 with the most. */
  by_agent: Array<{
    agent: string
    count: number
  }>
}

export interface RemoteAgent {
  object: 'remote_agent'
  id: string
  name: string
  card_url: string
  /** The interface of its card that is called. */
  url: string
  /** Whose items its interactions become. */
  user_id: string | null
  /** While it is paused, nothing is asked of it. */
  status: 'active' | 'paused'
  last_seen_at: string | null
  last_error: string | null
  created_at: string
}

export interface Tool {
  name: string
  /** The MCP server that has it. */
  server?: string | undefined
  /** builtin: the agent's own. function, mcp: the company's. */
  source: 'builtin' | 'function' | 'mcp'
  /** A function that changes nothing. */
  read_only?: boolean | undefined
}

export interface AskedRow {
  label: string
  value: string
  /** Keeps a value readable whose label looks like that of a secret. */
  show?: boolean | undefined
}

export type AskedQuestions = Array<{
  question: string
  header?: string | undefined
  options?:
    | Array<{
        label: string
        description?: string | undefined
      }>
    | undefined
  multi_select?: boolean | undefined
}>

export type Answer =
  | {
      /** Yes or no to an approval; false declines a connection and skips a question. */
      approve: boolean
      /** true when the person who saw it said yes. */
      present_user?: boolean | undefined
      /** With a no: a note for the agent. */
      message?: string | undefined
      /** For an action approved in person: the item's nonce, sent back. */
      nonce?: string | undefined
    }
  | {
      /** One answer for each question, in order. */
      answers: Array<string>
    }
  | {
      /** For a hand-off: the person did it. */
      done: true
    }
  | {
      /** For a hand-off: the person tried and could not. */
      could_not: true
    }
  | {
      /** For a hand-off: not now; the agent carries on without it. */
      not_now: true
    }
  | {
      /** For a client tool: what it returned, any JSON. */
      output: unknown
    }
  | {
      /** For a client tool: why it failed. */
      error: string
    }

export interface SessionBody {
  user_id: string
  /** Only these items. */
  interactions?: Array<string> | undefined
  /** Only items of these types. */
  allow?: Array<Type> | undefined
  /** Seconds the token lives. */
  expires_in?: number | undefined
  /** The origins whose pages may use the token. Absent: any. */
  allowed_origins?: Array<string> | undefined
}

export interface ConnectionBody {
  user_id: string
  app: string
  return_url?: string | undefined
  status?: 'active' | undefined
}

export interface ConversationBody {
  user_id?: string | null | undefined
  external_id?: string | undefined
}

export interface TaskBody {
  user_id?: string | null | undefined
  external_id?: string | undefined
  conversation_id?: string | null | undefined
  title?: string | null | undefined
}

export interface KeyBody {
  name: string
  scope: 'ask' | 'runtime' | 'all'
  agent?: string | undefined
  expires_at?: string | undefined
}

export interface PersonBody {
  email: string
  name?: string | undefined
  role?: 'user' | 'admin' | undefined
  user_ids?: Array<string> | undefined
}

export interface RemoteAgentBody {
  card_url: string
  credential?: string | undefined
  user_id?: string | null | undefined
}

export interface PersonChange {
  name?: string | undefined
  role?: 'user' | 'admin' | undefined
  user_ids?: Array<string> | undefined
}

export interface WebhookEndpointBody {
  url: string
  events?:
    | Array<'interaction.created' | 'interaction.resolved' | 'interaction.cancelled' | 'interaction.expired'>
    | undefined
  description?: string | null | undefined
}

export interface AskCommon {
  /** The integrator's id for the user it is for; null for the company itself. */
  user_id?: string | null | undefined
  /** A conversation of the same user. */
  conversation_id?: string | null | undefined
  /** The task that asks; without one the item gets its own. */
  task_id?: string | null | undefined
  /** What is wanted, in a phrase to show. */
  summary: string
  /** Seconds until it runs out; null is never. Without it a day, for a tool call ten minutes. */
  expires_in?: number | null | undefined
  /** When it runs out, instead of `expires_in`. */
  expires_at?: string | undefined
  /** Your id for this ask, such as that of the tool call: the same again gives the same item. */
  external_id?: string | undefined
  /** Notes of your own, never shown. */
  metadata?: Record<string, string> | undefined
  /** Raises what the server demands for a yes; it never lowers it. */
  requires_present_user?: boolean | undefined
}

export interface AskQuestion extends AskCommon {
  type?: 'question' | undefined
  questions: AskedQuestions
}

export interface AskQuestionHandoff extends AskCommon {
  type: 'handoff'
  questions?: AskedQuestions | undefined
  /** Short for one question without options. */
  instructions?: string | undefined
  /** Whether it takes `answers`, such as a code, besides done, could not and not now. */
  asks_for_value?: boolean | undefined
  /** The page the agent is on: a JPEG data URI, at most 1 MiB decoded. */
  frame?: string | undefined
  browser?:
    | {
        url?: string | undefined
        live_url?: string | undefined
      }
    | undefined
}

export interface AskComposioAuth extends AskCommon {
  type?: 'connect' | undefined
  /** The app's short name. */
  app: string
  /** Why, in the agent's words. */
  reason?: string | undefined
}

export interface AskToolPermission extends AskCommon {
  type?: 'approval' | undefined
  /** What a yes spends, drawn by the inbox itself. */
  amount?: Amount | undefined
  /** Who gets it. */
  payee?: Payee | undefined
  /** The raw arguments: shown as masked rows where there are no `rows`, kept only as a keyed hash. */
  arguments?: unknown
  tool: Tool
  /** What a person must see, as labels and values. */
  rows?: Array<AskedRow> | undefined
  /** Why, in the agent's words. */
  reason?: string | undefined
  /** Required for a built-in tool; absent or null for one of the company's. */
  moves_money?: boolean | null | undefined
  /** It signs in, or makes, changes or closes an account. */
  affects_account?: boolean | undefined
}

export interface AskCreditApproval extends AskCommon {
  type?: 'approval' | undefined
  amount: Amount
  /** Who gets it. */
  payee?: Payee | undefined
  /** The raw arguments: shown as masked rows where there are no `rows`, kept only as a keyed hash. */
  arguments?: unknown
  tool?: Tool | undefined
  rows?: Array<AskedRow> | undefined
  moves_money?: true | undefined
}

export interface AskExitPlan extends AskCommon {
  type?: 'approval' | undefined
  /** What a yes spends, drawn by the inbox itself. */
  amount?: Amount | undefined
  /** Who gets it. */
  payee?: Payee | undefined
  /** The raw arguments: shown as masked rows where there are no `rows`, kept only as a keyed hash. */
  arguments?: unknown
  plan?: string | undefined
  steps?: Array<string> | undefined
}

export interface AskCustomApproval extends AskCommon {
  type: 'approval'
  /** What a yes spends, drawn by the inbox itself. */
  amount?: Amount | undefined
  /** Who gets it. */
  payee?: Payee | undefined
  /** The raw arguments: shown as masked rows where there are no `rows`, kept only as a keyed hash. */
  arguments?: unknown
  /** Names what is shown. */
  renderer: string
  /** Facts of your own to show. */
  details?: Record<string, unknown> | undefined
  rows?: Array<AskedRow> | undefined
  moves_money?: boolean | undefined
  affects_account?: boolean | undefined
}

export interface AskCustomQuestion extends AskCommon {
  type: 'question'
  /** Names what is shown. */
  renderer: string
  /** Facts of your own to show. */
  details?: Record<string, unknown> | undefined
  questions: AskedQuestions
}

export interface AskCustomHandoff extends AskCommon {
  type: 'handoff'
  /** Names what is shown. */
  renderer: string
  /** Facts of your own to show. */
  details?: Record<string, unknown> | undefined
  questions?: AskedQuestions | undefined
  /** Short for one question without options. */
  instructions?: string | undefined
  /** Whether it takes `answers`, such as a code, besides done, could not and not now. */
  asks_for_value?: boolean | undefined
  /** The page the agent is on: a JPEG data URI, at most 1 MiB decoded. */
  frame?: string | undefined
  browser?:
    | {
        url?: string | undefined
        live_url?: string | undefined
      }
    | undefined
}

export interface AskCustomToolCall extends AskCommon {
  type: 'tool_call'
  tool: Tool
  rows?: Array<AskedRow> | undefined
  arguments?: unknown
}

export interface AskHandsApproval extends AskCommon {
  type?: 'approval' | undefined
  /** What a yes spends, drawn by the inbox itself. */
  amount?: Amount | undefined
  /** Who gets it. */
  payee?: Payee | undefined
  /** The raw arguments: shown as masked rows where there are no `rows`, kept only as a keyed hash. */
  arguments?: unknown
  action: string
  rows?: Array<AskedRow> | undefined
  moves_money?: boolean | undefined
}

export interface AskPlanLimit extends AskCommon {
  type?: 'approval' | undefined
  plan_name: string
  limit: number
  used?: number | undefined
}

/** Every way to ask: by kind, then by type. */
export interface AskForms {
  ask_question: { question: AskQuestion; handoff: AskQuestionHandoff }
  composio_auth: { connect: AskComposioAuth }
  tool_permission: { approval: AskToolPermission }
  credit_approval: { approval: AskCreditApproval }
  exit_plan: { approval: AskExitPlan }
  custom: {
    approval: AskCustomApproval
    question: AskCustomQuestion
    handoff: AskCustomHandoff
    tool_call: AskCustomToolCall
  }
  hands_approval: { approval: AskHandsApproval }
  plan_limit: { approval: AskPlanLimit }
}
