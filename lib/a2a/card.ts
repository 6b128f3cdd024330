import { createHash } from 'node:crypto'
import type { Agent } from '@/lib/services/agents'
import type { App } from '@/lib/services/context'
import { extensionUri } from './extension'

export const jsonRpcPath = '/a2a/jsonrpc'
export const restPath = '/a2a/rest'

/** What may come in a message's parts: anything, for it is handed to the agents behind us as it is. */
const inputModes = ['text/plain', 'application/json', '*/*']

const answerSkill = {
  id: 'answer',
  name: 'Answer what agents wait for',
  description: 'Shows what a task waits for, an approval, a question or a connection, and takes the answer.',
  tags: ['approval', 'human-in-the-loop'],
  inputModes: ['text/plain', 'application/json'],
}

function skillOf(agent: Agent) {
  return { id: agent.id, name: agent.name, description: agent.description, tags: ['agent'] }
}

/** The agent card (A2A 8). `agents` are those behind us that the reader may know of. */
export function agentCard(app: App, agents: readonly Agent[]): Record<string, unknown> {
  const { publicUrl, a2aV03 } = app.config
  const interfaces = [
    { url: `${publicUrl}${jsonRpcPath}`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url: `${publicUrl}${restPath}`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
  ]
  const legacy = { url: `${publicUrl}${jsonRpcPath}`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' }
  return {
    name: 'Vestra Inbox',
    description: 'The approval inbox for AI agents: tasks of agents, and what they wait for a person to decide.',
    supportedInterfaces: a2aV03 ? [...interfaces, legacy] : interfaces,
    provider: { organization: 'Vestra Inbox', url: publicUrl },
    version: '0.1.0',
    documentationUrl: publicUrl,
    capabilities: {
      streaming: true,
      pushNotifications: true,
      extendedAgentCard: true,
      extensions: [
        {
          uri: extensionUri,
          description: 'What a task waits for, on its status message, and how to answer it.',
          required: false,
        },
      ],
    },
    securitySchemes: {
      bearer: {
        httpAuthSecurityScheme: { scheme: 'Bearer', description: "An API key, or a session's token." },
      },
    },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: inputModes,
    defaultOutputModes: ['text/plain', 'application/json'],
    skills: [answerSkill, ...agents.map(skillOf)],
    // What clients of 0.3 look for; 1.0 has no such fields.
    ...(a2aV03 && { url: `${publicUrl}${jsonRpcPath}`, preferredTransport: 'JSONRPC', protocolVersion: '0.3.0' }),
  }
}

/** When this version of the card came to be: what the software says changes with its start alone. */
const startedAtMs = performance.timeOrigin

/** When the card last changed, as far as its agents show. */
export function changeOfCard(agents: readonly Agent[]): number {
  return Math.max(startedAtMs, ...agents.map(({ createdAtMs }) => createdAtMs))
}

/** The card as it is served, with its tag and for how long it may be kept. */
export function cardResponse(card: Record<string, unknown>, changedAtMs: number, request: Request): Response {
  const text = JSON.stringify(card)
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  const headers = {
    'Content-Type': 'application/json',
    'Cache-Control': 'public, max-age=300',
    ETag: etag,
    'Last-Modified': new Date(changedAtMs).toUTCString(),
    'Access-Control-Allow-Origin': '*',
  }
  const known = request.headers
    .get('If-None-Match')
    ?.split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
  if (known?.includes(etag) || known?.includes('*')) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : text, { headers })
}
