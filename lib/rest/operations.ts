import type { Operation } from '@/lib/http/endpoint'
import { activityOperations } from './resources/activity'
import { administrationOperations } from './resources/administration'
import { agentTaskOperations } from './resources/agent-tasks'
import { askingOperations } from './resources/asking'
import { connectionOperations } from './resources/connections'
import { eventOperations } from './resources/events'
import { interactionOperations } from './resources/interactions'
import { noticeOperations } from './resources/notices'
import { remoteAgentOperations } from './resources/remote-agents'
import { sessionOperations } from './resources/sessions'
import { webhookOperations } from './resources/webhooks'

/** The contract as a table: every call of the REST API, its credentials, its rules, its verb and its documentation. */
export const operations: readonly Operation[] = [
  ...interactionOperations,
  ...askingOperations,
  ...agentTaskOperations,
  ...eventOperations,
  ...sessionOperations,
  ...connectionOperations,
  ...webhookOperations,
  ...noticeOperations,
  ...administrationOperations,
  ...remoteAgentOperations,
  ...activityOperations,
]
