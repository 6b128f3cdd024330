import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleAsk } from '@/lib/rest/examples'
import { registerAgent } from '@/lib/services/agents'
import type { Connector } from '@/lib/services/connectors/connector'
import { systemContext } from '@/lib/services/context'
import { a2aOf } from '@/lib/testing/a2a'
import { type Api, type Caller, origin, startApi } from '@/lib/testing/api'
import { faultAt } from '@/lib/testing/documented'
import { startMailSink } from '@/lib/testing/mail-sink'
import { codeIn, startSlackWorkspace } from '@/lib/testing/slack-workspace'
import { verifies } from '@/lib/testing/verifies'
import { openApiDocument, statusOf } from './openapi'
import { operations } from './operations'

const document = openApiDocument(origin)

/** What must be there for an example to be run: who calls, and what the path and the placeholders stand for. */
interface World {
  by?: Caller
  params?: Record<string, string>
  /** Put in the place of the same members of the body. */
  body?: Record<string, unknown>
}

const ask = exampleAsk('tool_permission', 'approval')
const open = async (api: Api, asked: Record<string, unknown>, by?: Caller) => ({
  params: { interaction_id: (await api.open(asked, by)).id },
})
const made = async (api: Api, path: string, param: string, body: unknown) => ({
  params: { [param]: (await api.call('POST', path, { by: api.all, body })).body.id },
})
const textOf = (reply: unknown, name: string) => String((reply as Record<string, unknown>)[name])
const afterHash = (url: string) => url.slice(url.indexOf('#') + 1)

const bodyOf = (id: string) => Object.values(operations.find((each) => each.id === id)?.doc.examples ?? {})[0]?.body

const calendar: Connector = {
  name: 'Google Calendar',
  scopes: ['calendar.events'],
  authorizeHost: 'accounts.google.com',
  begin: async (state) => ({ authorizeUrl: `https://accounts.google.com/authorize#${state}`, secret: 'verifier' }),
  finish: async () => ({ access_token: 'granted', token_type: 'bearer', expires_in: 3600 }),
}

async function connecting(api: Api) {
  api.app.connectors = new Map([['googlecalendar', calendar]])
  const by = await api.makePerson('user', { userIds: ['traveller-42'] })
  const { body } = await api.call('POST', '/v1/connections', {
    by: api.all,
    body: { user_id: 'traveller-42', app: 'googlecalendar' },
  })
  return { by, id: body.id, token: afterHash(textOf(body, 'connect_url')) }
}

async function started(api: Api) {
  const { by, id, token } = await connecting(api)
  const begun = await api.call('POST', '/v1/connections/start', { by, body: { token } })
  return { by, id, state: afterHash(textOf(begun.body, 'authorize_url')) }
}

async function delivering(api: Api) {
  const { body: endpoint } = await api.call('POST', '/v1/webhook_endpoints', {
    by: api.all,
    body: { url: 'https://example.com/vestra' },
  })
  await api.open(ask)
  const { fanOutEvents } = await import('@/lib/services/webhook-outbox')
  await fanOutEvents(api.app)
  const { body: page } = await api.call('GET', `/v1/webhook_endpoints/${endpoint.id}/deliveries`, { by: api.all })
  return { params: { endpoint_id: endpoint.id, delivery_id: page.data[0]?.id ?? '' } }
}

/** The examples' own key opens, so that the record names it. */
async function recorded(api: Api) {
  const by = await api.makeKey('all', { name: 'booking agent' })
  const { id } = await api.open(ask, by)
  return { by, params: { interaction_id: id } }
}

async function linking(api: Api) {
  const by = await api.makePerson('user')
  const { body } = await api.call('POST', '/v1/users/traveller-42/links', { by: api.all })
  return { by, body: { token: afterHash(textOf(body, 'url')) } }
}

/** Stands where the examples' remote agent does. */
const coder = createServer((request, response) => {
  const url = `http://${request.headers.host}/a2a/jsonrpc`
  const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ name: 'Coder', supportedInterfaces }))
})
let coderOrigin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => coder.listen(0, '127.0.0.1', resolve))
  coderOrigin = `http://127.0.0.1:${(coder.address() as AddressInfo).port}`
})
afterAll(() => void coder.close())

async function remote(api: Api) {
  api.app.config = { ...api.app.config, webhookAllowPrivate: true }
  return { body: { card_url: `${coderOrigin}/.well-known/agent-card.json` } }
}

async function remoteThere(api: Api) {
  const { body } = await remote(api)
  const example = bodyOf('createRemoteAgent') as Record<string, unknown>
  return made(api, '/v1/remote_agents', 'remote_agent_id', { ...example, ...body })
}

async function submitted(api: Api) {
  const sent = await a2aOf(api).send({
    parts: [{ text: 'Ship the fix' }],
    contextId: 'ticket-4821',
    metadata: { 'vestra.user_id': 'traveller-42' },
  })
  return { params: { task_id: sent.result.task.id } }
}

async function registered(api: Api) {
  const manifest = { name: 'coder', description: 'Ships.', loop: { connections: true } }
  const { agent, secret } = await registerAgent(systemContext(api.app, 'test'), manifest)
  return { by: { id: agent.keyId, headers: { Authorization: `Bearer ${secret}` } } }
}

const closing: { close: () => Promise<unknown> }[] = []
afterAll(async () => void (await Promise.all(closing.map((each) => each.close()))))

/** A person who has chosen what the examples say, with one browser, a mail server and a Slack app. */
async function told(api: Api) {
  const [sink, slack] = await Promise.all([startMailSink(), startSlackWorkspace()])
  closing.push(sink, slack)
  const smtp = { url: sink.url, from: 'inbox@example.com' }
  api.app.config = { ...api.app.config, smtp, slackApp: slack.app, webhookAllowPrivate: true }
  const by = await api.makePerson('user')
  const added = await api.call('POST', '/v1/notices/subscriptions', { by, body: bodyOf('addPushSubscription') })
  const channels = ['web_push', 'email']
  await api.call('PATCH', '/v1/notices/preferences', {
    by,
    body: { ...(bodyOf('changeNoticePreferences') as object), channels },
  })
  return { by, params: { subscription_id: added.body.id }, slack }
}

async function slackCodeSent(api: Api) {
  const { by, slack } = await told(api)
  await api.call('POST', '/v1/notices/slack', { by, body: bodyOf('sendSlackCode') })
  return { by, body: { code: codeIn(slack.messages[0]) } }
}

/** One entry for each operation whose examples need more than a key of scope `all`. */
const worlds: Record<string, (api: Api, example: string) => Promise<World>> = {
  listInteractions: (api) => open(api, ask),
  getInteraction: (api) => open(api, ask),
  answerInteraction: (api, example) => {
    const asked: Record<string, Record<string, unknown>> = {
      answers: exampleAsk('ask_question', 'question'),
      done: exampleAsk('ask_question', 'handoff'),
      output: exampleAsk('custom', 'tool_call'),
      error: exampleAsk('custom', 'tool_call'),
    }
    return open(api, asked[example] ?? ask)
  },
  cancelInteraction: (api) => open(api, ask),
  settleInteraction: (api) => open(api, exampleAsk('plan_limit', 'approval')),
  verifyArguments: (api) => open(api, exampleAsk('custom', 'tool_call')),
  listInteractionEvents: (api) => open(api, ask),
  listEvents: (api) => open(api, ask),
  listInteractionAudit: recorded,
  verifyInteractionAudit: recorded,
  listAudit: recorded,
  getOpenCounts: (api) => open(api, ask),
  async getResult(api) {
    const world = await open(api, ask)
    await api.answer(world.params.interaction_id, { approve: true, present_user: true })
    return world
  },
  listTasks: submitted,
  getTask: submitted,
  reportTask: submitted,
  listTaskEvents: submitted,
  requestConnection: registered,
  createRemoteAgent: remote,
  listRemoteAgents: remoteThere,
  changeRemoteAgent: remoteThere,
  deleteRemoteAgent: remoteThere,
  endTask: (api) => made(api, '/v1/tasks', 'task_id', bodyOf('createTask')),
  deleteSession: (api) => made(api, '/v1/sessions', 'session_id', bodyOf('createSession')),
  createUserLink: async () => ({ params: { user_id: 'traveller-42' } }),
  describeUserLink: linking,
  acceptUserLink: linking,
  listConnections: (api) => made(api, '/v1/connections', 'connection_id', bodyOf('createConnection')),
  getConnection: (api) => made(api, '/v1/connections', 'connection_id', bodyOf('createConnection')),
  deleteConnection: (api) => made(api, '/v1/connections', 'connection_id', bodyOf('createConnection')),
  async listConnectors(api) {
    api.app.connectors = new Map([['googlecalendar', calendar]])
    return {}
  },
  async describeConnection(api) {
    const { by, token } = await connecting(api)
    return { by, body: { token } }
  },
  async startConnection(api) {
    const { by, token } = await connecting(api)
    return { by, body: { token } }
  },
  async completeConnection(api) {
    await api.open(exampleAsk('composio_auth', 'connect'))
    const { by, state } = await started(api)
    return { by, body: { state } }
  },
  async getConnectionTokens(api) {
    const { by, id, state } = await started(api)
    await api.call('POST', '/v1/connections/complete', { by, body: { state, code: 'good' } })
    return { params: { connection_id: id } }
  },
  listWebhookEndpoints: (api) => made(api, '/v1/webhook_endpoints', 'endpoint_id', bodyOf('createWebhookEndpoint')),
  getWebhookEndpoint: (api) => made(api, '/v1/webhook_endpoints', 'endpoint_id', bodyOf('createWebhookEndpoint')),
  deleteWebhookEndpoint: (api) => made(api, '/v1/webhook_endpoints', 'endpoint_id', bodyOf('createWebhookEndpoint')),
  rotateWebhookSecret: (api) => made(api, '/v1/webhook_endpoints', 'endpoint_id', bodyOf('createWebhookEndpoint')),
  enableWebhookEndpoint: (api) => made(api, '/v1/webhook_endpoints', 'endpoint_id', bodyOf('createWebhookEndpoint')),
  listWebhookDeliveries: delivering,
  resendWebhookDelivery: delivering,
  getNoticePreferences: told,
  changeNoticePreferences: told,
  addPushSubscription: async (api) => ({ by: await api.makePerson('user') }),
  removePushSubscription: told,
  sendSlackCode: told,
  confirmSlackCode: slackCodeSent,
  unlinkSlack: told,
  sendTestNotice: told,
  async listFailingChannels(api) {
    const { id } = await api.makePerson('user', { name: 'Ada' })
    await api.sql(`INSERT INTO notice_channel VALUES (?, 'email', 1, 2, 'The mail server answered 451.')`, id)
    return {}
  },
  listApiKeys: (api) => made(api, '/v1/keys', 'key_id', bodyOf('createApiKey')),
  deleteApiKey: (api) => made(api, '/v1/keys', 'key_id', bodyOf('createApiKey')),
  listPeople: (api) => made(api, '/v1/people', 'person_id', bodyOf('createPerson')),
  changePerson: (api) => made(api, '/v1/people', 'person_id', bodyOf('createPerson')),
  deletePerson: (api) => made(api, '/v1/people', 'person_id', bodyOf('createPerson')),
  createPersonLink: (api) => made(api, '/v1/people', 'person_id', bodyOf('createPerson')),
}

/** The parts that differ from call to call, as one word each. */
function normalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalize)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const isSecret = ['key', 'secret', 'token', 'access_token', 'next_cursor', 'last4', 'push_public_key'].includes(
          name,
        )
        return [name, isSecret && typeof member === 'string' ? 'secret' : normalize(member)]
      }),
    )
  }
  if (typeof value !== 'string') return value
  return value
    .replaceAll(origin, 'https://inbox.example.com')
    .replaceAll(coderOrigin, 'https://coder.example.com')
    .replace(/\b([a-z]{3,4})_[0-9a-z]{26}\b/g, '$1_id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/\b[0-9a-f]{64}\b/g, 'hash')
    .replace(/#.+$/, '#secret')
}

const runs = operations.flatMap((operation) =>
  Object.entries(operation.doc.examples).map(([name, example]) => ({
    title: `${operation.id}: ${name}`,
    operation,
    name,
    example,
  })),
)

describe('the API document', () => {
  test('a public linter finds no error in it', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] })
    const source = JSON.stringify(openApiDocument('https://inbox.vestra.test'))
    const problems = await lintFromString({ source, config })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  }, 60_000)

  test('every operation says who may call it, what it answers, and has an example', () => {
    for (const { id, doc } of operations) {
      expect(Object.keys(doc.examples), id).not.toEqual([])
      expect(
        Object.values(doc.examples).some(({ reply }) => reply !== undefined),
        id,
      ).toBe(true)
    }
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  })

  verifies('C23', 'it is OpenAPI 3.1, and is served to anyone', async () => {
    const { serveOpenApi } = await import('./openapi')
    const app = { config: { publicUrl: origin } } as Parameters<typeof serveOpenApi>[0]
    const response = serveOpenApi(app, new Request(`${origin}/openapi.json`))
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)))
    expect(document.openapi).toBe('3.1.0')
    const refused = serveOpenApi(app, new Request(`${origin}/openapi.json`, { method: 'DELETE' }))
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('lengths of texts are in it', () => {
    expect(document.components.schemas.AskToolPermission).toMatchObject({
      additionalProperties: false,
      properties: { summary: { minLength: 1, maxLength: 200 } },
    })
  })
})

describe('each example works, and answers as the document says', () => {
  test.each(runs)('$title [C23]', async ({ operation, name, example }) => {
    const api = await startApi('sqlite')
    try {
      const { by = api.all, params = {}, body } = (await worlds[operation.id]?.(api, name)) ?? {}
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, param) => params[param] ?? `no ${param}`)
      const query = new URLSearchParams(example.query).toString()
      const answer = await api.call(operation.method, query ? `${path}?${query}` : path, {
        by,
        ...(example.body !== undefined && { body: { ...(example.body as object), ...body } }),
      })
      expect({ status: answer.status, text: answer.text }).toMatchObject({ status: statusOf(operation, example) })
      if (example.reply !== undefined) expect(normalize(answer.body)).toEqual(normalize(example.reply))

      const place = ['paths', operation.path, operation.method.toLowerCase()]
      if (example.body !== undefined) {
        expect(faultAt([...place, 'requestBody', 'content', 'application/json', 'schema'], example.body)).toBeNull()
      }
      const reply = [...place, 'responses', String(answer.status), 'content', 'application/json', 'schema']
      expect(faultAt(reply, answer.body)).toBeNull()
      if (example.reply !== undefined) expect(faultAt(reply, example.reply)).toBeNull()
    } finally {
      await api.close()
    }
  })
})
