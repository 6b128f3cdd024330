import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AgentCard, Task } from '@a2a-js/sdk'
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  ServerCallContext,
  UnauthenticatedUser,
} from '@a2a-js/sdk/server'
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express'
import express from 'express'

/** What an agent does with what it has heard in a task so far. */
export type Script = (heard: readonly string[]) => { state: string; says?: string }

/** An agent made with the official SDK, which knows nothing of the extension. */
export async function serveScriptedAgent(binding: string, script: Script) {
  const tasks = new InMemoryTaskStore()
  const context = new ServerCallContext({ user: new UnauthenticatedUser() })
  const heard: { taskId: string; messageId: string; text: string }[] = []
  let statuses = 0

  const toTask = (id: string, contextId: string, { state, says }: ReturnType<Script>) =>
    Task.fromJSON({
      id,
      contextId,
      status: {
        state: `TASK_STATE_${state}`,
        timestamp: new Date().toISOString(),
        ...(says !== undefined && {
          message: { role: 'ROLE_AGENT', messageId: `status-${++statuses}`, parts: [{ text: says }] },
        }),
      },
    })

  const executor: AgentExecutor = {
    async execute({ taskId, contextId, userMessage }, bus) {
      const text = userMessage.parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join()
      heard.push({ taskId, messageId: userMessage.messageId, text })
      const said = heard.filter((each) => each.taskId === taskId)
      bus.publish(AgentEvent.task(toTask(taskId, contextId, script(said.map((each) => each.text)))))
      bus.finished()
    },
    cancelTask: async () => {},
  }

  const app = express()
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const card = AgentCard.fromJSON({
    name: 'Travel desk',
    description: 'Books what it is told to.',
    version: '1',
    supportedInterfaces: [{ url: `${url}/a2a`, protocolBinding: binding, protocolVersion: '1.0' }],
    capabilities: {},
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'book', name: 'Book', description: 'Books.', tags: [] }],
  })
  const requestHandler = new DefaultRequestHandler(card, tasks, executor)
  const handler = { requestHandler, userBuilder: UserBuilder.noAuthentication }
  let calls = 0
  app.use('/a2a', (_request, _response, next) => {
    calls++
    next()
  })
  app.use('/a2a', binding === 'JSONRPC' ? jsonRpcHandler(handler) : restHandler(handler))
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }))

  return {
    cardUrl: `${url}/.well-known/agent-card.json`,
    heard,
    /** How many requests have come. */
    calls: () => calls,
    /** Gives it something to do. @returns the task */
    async start(text: string): Promise<string> {
      const message = { role: 'ROLE_USER', messageId: crypto.randomUUID(), parts: [{ text }] }
      const isRpc = binding === 'JSONRPC'
      const params = { message }
      const response = await fetch(isRpc ? `${url}/a2a` : `${url}/a2a/message:send`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'A2A-Version': '1.0' },
        body: JSON.stringify(isRpc ? { jsonrpc: '2.0', id: 1, method: 'SendMessage', params } : params),
      })
      const body = (await response.json()) as { result?: { task: { id: string } }; task?: { id: string } }
      return (body.result ?? body).task?.id ?? ''
    },
    /** Something happens to the task at the agent's own place. */
    async move(taskId: string, state: string, says?: string) {
      const task = await tasks.load(taskId, context)
      const moved = { state, ...(says !== undefined && { says }) }
      await tasks.save(toTask(taskId, task?.contextId ?? '', moved), context)
    },
    async stateOf(taskId: string) {
      const task = await tasks.load(taskId, context)
      return (task && (Task.toJSON(task) as { status: { state: string } }).status.state) ?? null
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
