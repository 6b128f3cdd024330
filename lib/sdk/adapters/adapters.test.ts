import { ResumeEntrySchema } from '@ag-ui/core/schemas'
import { AIMessage, ToolMessage } from '@langchain/core/messages'
import { tool as langchainTool } from '@langchain/core/tools'
import { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } from '@langchain/langgraph'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { Agent, tool as agentTool, type Model, Runner, Usage } from '@openai/agents-core'
import { generateText, type ModelMessage, stepCountIs, tool } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { type AgentMiddleware, createAgent, fakeModel, humanInTheLoopMiddleware } from 'langchain'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Vestra } from '@/lib/sdk'
import type { Body } from '@/lib/testing/api'
import { type Served, serveApi } from '@/lib/testing/serve'
import { toResume as toAgUiResume } from './ag-ui'
import { toApprovalMessage } from './ai-sdk'
import { createCanUseTool } from './claude-agent'
import type { DecideOptions } from './decide'
import { toResume, UnsupportedInterruptError } from './langgraph'
import { createElicitationHandler } from './mcp-elicitation'
import { settleInterruptions } from './openai-agents'
import { withApproval } from './with-approval'

let served: Served
let options: DecideOptions & { userId: string }
let users = 0

beforeAll(async () => {
  served = await serveApi()
})
afterAll(() => served.close())
beforeEach(() => {
  const vestra = new Vestra({ baseUrl: served.url, apiKey: served.ask.secret })
  options = { vestra, userId: `user-${++users}`, source: 'builtin', moves_money: true }
})

type Answer = (item: Body) => Record<string, unknown>
const yes: Answer = (item) => ({ approve: true, ...(item.requires_present_user && { present_user: true }) })
const no: Answer = () => ({ approve: false, message: 'too dear' })

/** A person who answers whatever comes for this test's user. @returns what they saw */
async function person<T>(answer: Answer, work: Promise<T>): Promise<{ seen: Body[]; result: T }> {
  const seen: Body[] = []
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  done.catch(() => {})
  while (!isDone) {
    const { data } = (await served.list(`?user_id=${options.userId}`)).body
    for (const item of data) {
      seen.push(item)
      await served.answer(item.id, answer(item))
    }
    await new Promise(setImmediate)
  }
  return { seen, result: await done }
}

describe('withApproval', () => {
  const pay = vi.fn(({ amount }: { amount: number }) => `paid ${amount}`)
  beforeEach(() => {
    pay.mockClear()
  })

  test('calls the tool with what was shown, after a yes', async () => {
    const held = withApproval(pay, { ...options, name: 'pay' })
    const args = { amount: 500 }
    const { seen, result } = await person((item) => {
      args.amount = 9000
      return yes(item)
    }, held(args))
    expect(result).toBe('paid 500')
    expect(seen[0]?.details).toMatchObject({ tool_name: 'pay', rows: [{ label: 'amount', value: '500' }] })
  })

  test('a no is a tool.denied result, and the tool is not called', async () => {
    const { result } = await person(no, withApproval(pay, { ...options, name: 'pay' })({ amount: 500 }))
    expect(result).toMatchObject({ error: { code: 'tool.denied', message: 'Denied by a person: too dear' } })
    expect(pay).not.toHaveBeenCalled()
  })

  test('lets through what the policy does not hold', async () => {
    const held = withApproval(pay, { ...options, name: 'pay', when: ({ amount }) => amount > 100 })
    expect(await held({ amount: 5 })).toBe('paid 5')
  })

  test('nobody there, no answer in time, and other arguments than shown are no', async () => {
    const vestra = new Vestra({ baseUrl: 'http://127.0.0.1:1', apiKey: 'vk_test_x' })
    const nobody = await withApproval(pay, { ...options, vestra, name: 'pay' })({ amount: 1 })
    expect(nobody).toMatchObject({ error: { message: expect.stringContaining('nobody could be asked') } })
    const late = await withApproval(pay, { ...options, name: 'pay', timeout: 10 })({ amount: 2 })
    expect(late).toMatchObject({ error: { message: 'Denied: nobody has answered yet.' } })
    const lying: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      return String(input).endsWith('/verify') ? Response.json({ match: false, decision: 'approved' }) : response
    }
    const other = new Vestra({ baseUrl: served.url, apiKey: served.ask.secret, fetch: lying })
    const { result } = await person(yes, withApproval(pay, { ...options, vestra: other, name: 'pay' })({ amount: 3 }))
    expect(result).toMatchObject({ error: { message: expect.stringContaining('not what would be done') } })
    expect(pay).not.toHaveBeenCalled()
  })
})

describe('Vercel AI SDK', () => {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  }

  async function run(answer: Answer) {
    const call = { type: 'tool-call' as const, toolCallId: `ai-${users}`, toolName: 'pay', input: '{"amount":500}' }
    const execute = vi.fn(async ({ amount }: { amount: number }) => `paid ${amount}`)
    const steps = [
      { content: [call], finishReason: { unified: 'tool-calls' as const, raw: undefined }, usage, warnings: [] },
      {
        content: [{ type: 'text' as const, text: 'Done.' }],
        finishReason: { unified: 'stop' as const, raw: undefined },
        usage,
        warnings: [],
      },
    ]
    const model = new MockLanguageModelV3({ doGenerate: steps })
    const tools = { pay: tool({ inputSchema: z.object({ amount: z.number() }), needsApproval: true, execute }) }
    const messages: ModelMessage[] = [{ role: 'user', content: 'Pay the hotel.' }]
    const first = await generateText({ model, tools, messages, stopWhen: stepCountIs(5) })
    const { result, seen } = await person(answer, toApprovalMessage(first.content, options))
    if (!result) throw new Error('nothing waited')
    messages.push(...first.response.messages, result)
    const second = await generateText({ model, tools, messages, stopWhen: stepCountIs(5) })
    expect(second.text).toBe('Done.')
    return { execute, seen, prompt: JSON.stringify(model.doGenerateCalls.at(-1)?.prompt) }
  }

  test('a yes runs the tool', async () => {
    const { execute, seen } = await run(yes)
    expect(execute).toHaveBeenCalledWith({ amount: 500 }, expect.anything())
    expect(seen[0]).toMatchObject({ summary: 'use pay', moves_money: true })
  })

  test('a no goes to the model with the note', async () => {
    const { execute, prompt } = await run(no)
    expect(execute).not.toHaveBeenCalled()
    expect(prompt).toContain('too dear')
  })

  test('nothing to ask', async () => {
    expect(await toApprovalMessage([{ type: 'text' }], options)).toBeNull()
  })
})

describe('OpenAI Agents SDK', () => {
  async function run(answer: Answer) {
    const execute = vi.fn(async ({ amount }: { amount: number }) => `paid ${amount}`)
    const requests: unknown[] = []
    const outputs = [
      [
        {
          type: 'function_call',
          callId: `call-${users}`,
          name: 'pay',
          arguments: '{"amount":500}',
          status: 'completed',
        },
      ],
      [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Done.' }] }],
    ]
    const model = {
      async getResponse(request: unknown) {
        requests.push(request)
        return { usage: new Usage(), output: outputs.shift() ?? [] }
      },
      getStreamedResponse() {
        throw new Error('not streamed')
      },
    } as unknown as Model
    const pay = agentTool({
      name: 'pay',
      description: 'pays',
      parameters: z.object({ amount: z.number() }),
      needsApproval: true,
      execute,
    })
    const agent = new Agent({ name: 'Concierge', model, tools: [pay] })
    const runner = new Runner({ tracingDisabled: true })
    const first = await runner.run(agent, 'Pay the hotel.')
    const { result: state, seen } = await person(answer, settleInterruptions(first, options))
    if (!state) throw new Error('nothing waited')
    const second = await runner.run(agent, state)
    expect(second.finalOutput).toBe('Done.')
    expect(await settleInterruptions(second, options)).toBeNull()
    return { execute, seen, told: JSON.stringify((requests.at(-1) as { input: unknown }).input) }
  }

  test('a yes runs the tool', async () => {
    const { execute, seen } = await run(yes)
    expect(execute.mock.calls[0]?.[0]).toEqual({ amount: 500 })
    expect(seen[0]?.details.rows).toEqual([{ label: 'amount', value: '500' }])
  })

  test('a no goes to the model with the note', async () => {
    const { execute, told } = await run(no)
    expect(execute).not.toHaveBeenCalled()
    expect(told).toContain('too dear')
  })
})

describe('LangGraph and LangChain', () => {
  async function runAgent(answer: Answer, allowedDecisions: ('approve' | 'edit' | 'reject')[] = ['approve', 'reject']) {
    const execute = vi.fn(async ({ amount }: { amount: number }) => `paid ${amount}`)
    const pay = langchainTool(execute, { name: 'pay', description: 'pays', schema: z.object({ amount: z.number() }) })
    const model = fakeModel()
      .respondWithTools([
        { name: 'pay', args: { amount: 500 }, id: 'a' },
        { name: 'pay', args: { amount: 7 }, id: 'b' },
      ])
      .respond(new AIMessage('Done.'))
    const agent = createAgent({
      model,
      tools: [pay],
      // Their own types do not fit together under exactOptionalPropertyTypes.
      middleware: [
        humanInTheLoopMiddleware({ interruptOn: { pay: { allowedDecisions } } } as never) as unknown as AgentMiddleware,
      ],
      checkpointer: new MemorySaver(),
    })
    const config = { configurable: { thread_id: options.userId } }
    const first = await agent.invoke({ messages: [{ role: 'user', content: 'Pay both.' }] }, config)
    const interrupts = (first as { __interrupt__?: { id?: string; value?: unknown }[] }).__interrupt__ ?? []
    const { result: resume, seen } = await person(answer, toResume(interrupts, options))
    const last = await agent.invoke(new Command({ resume }), config)
    return { execute, seen, messages: last.messages }
  }

  test('one item for each action; every yes runs its call', async () => {
    const { execute, seen } = await runAgent(yes)
    expect(seen).toHaveLength(2)
    expect(execute.mock.calls.map(([args]) => args)).toEqual([{ amount: 500 }, { amount: 7 }])
  })

  test('a no goes to the call it belongs to, with the note', async () => {
    const { execute, messages } = await runAgent((item) =>
      item.details.rows?.[0]?.value === '7' ? no(item) : yes(item),
    )
    expect(execute).not.toHaveBeenCalledWith({ amount: 7 }, expect.anything())
    const denied = messages.find((message) => ToolMessage.isInstance(message) && message.tool_call_id === 'b')
    expect(denied?.content).toContain('too dear')
  })

  test('editing is not offered, and says so', async () => {
    await expect(runAgent(yes, ['edit'])).rejects.toThrow(UnsupportedInterruptError)
  })

  async function runGraph(value: unknown, answer: Answer) {
    const State = Annotation.Root({ heard: Annotation<unknown> })
    const graph = new StateGraph(State)
      .addNode('ask', () => ({ heard: interrupt(value) }))
      .addEdge(START, 'ask')
      .addEdge('ask', END)
      .compile({ checkpointer: new MemorySaver() })
    const config = { configurable: { thread_id: options.userId } }
    const first = await graph.invoke({ heard: null }, config)
    const interrupts = (first as { __interrupt__?: { id?: string; value?: unknown }[] }).__interrupt__ ?? []
    const { result: resume } = await person(answer, toResume(interrupts, options))
    return (await graph.invoke(new Command({ resume }), config)).heard
  }
  const human = (config: object) => [
    { action_request: { action: 'pay', args: { amount: 500 } }, config, description: 'The hotel wants it tonight.' },
  ]

  test('interrupt() with a question gets the answer', async () => {
    expect(await runGraph('Which flight?', () => ({ answers: ['The 09:15 flight'] }))).toBe('The 09:15 flight')
  })

  test('the form of Agent Inbox: accept, respond, ignore', async () => {
    const accepted = await runGraph(human({ allow_accept: true, allow_edit: true }), yes)
    expect(accepted).toEqual([{ type: 'accept', args: { action: 'pay', args: { amount: 500 } } }])
    options = { ...options, userId: `user-${++users}` }
    const responded = await runGraph(human({ allow_accept: true, allow_respond: true }), no)
    expect(responded).toEqual([{ type: 'response', args: 'Denied by a person: too dear' }])
    options = { ...options, userId: `user-${++users}` }
    const ignored = await runGraph(human({ allow_accept: true }), () => ({ approve: false }))
    expect(ignored).toEqual([{ type: 'ignore', args: null }])
    options = { ...options, userId: `user-${++users}` }
    const answered = await runGraph(human({ allow_respond: true }), () => ({ answers: ['Ask tomorrow.'] }))
    expect(answered).toEqual([{ type: 'response', args: 'Ask tomorrow.' }])
    await expect(runGraph(human({ allow_edit: true }), yes)).rejects.toThrow(UnsupportedInterruptError)
  })
})

describe('AG-UI', () => {
  test('every interrupt is answered before the next run', async () => {
    const interrupts = [
      { id: `tool-${users}`, reason: 'tool_call', toolCallId: 'tc-1' },
      { id: `confirm-${users}`, reason: 'confirmation', message: 'Send the letter?' },
      { id: `input-${users}`, reason: 'input_required', message: 'Which flight?' },
    ]
    const toolCallOf = () => ({ name: 'pay', arguments: { amount: 500 } })
    const { result } = await person(
      (item) => (item.type === 'question' ? { answers: ['09:15'] } : item.summary === 'use pay' ? yes(item) : no(item)),
      toAgUiResume(interrupts, { ...options, toolCallOf }),
    )
    for (const entry of result) expect(ResumeEntrySchema.parse(entry)).toEqual(entry)
    expect(result).toEqual([
      { interruptId: interrupts[0]?.id, status: 'resolved', payload: { approved: true } },
      {
        interruptId: interrupts[1]?.id,
        status: 'resolved',
        payload: { approved: false, reason: 'Denied by a person: too dear' },
      },
      { interruptId: interrupts[2]?.id, status: 'resolved', payload: { value: '09:15' } },
    ])
  })
})

describe('MCP elicitation', () => {
  async function elicit(params: object, answer: Answer) {
    const server = new Server({ name: 'shop', version: '1' }, { capabilities: {} })
    const client = new Client({ name: 'agent', version: '1' }, { capabilities: { elicitation: { form: {}, url: {} } } })
    client.setRequestHandler(ElicitRequestSchema, createElicitationHandler(options))
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    await Promise.all([server.connect(theirs), client.connect(ours)])
    const { result, seen } = await person(answer, server.elicitInput(params as never))
    await client.close()
    return { result, seen }
  }
  const form = {
    message: 'Your booking',
    requestedSchema: {
      type: 'object',
      properties: {
        class: { type: 'string', title: 'Class', enum: ['eco', 'biz'], enumNames: ['Economy', 'Business'] },
        bags: { type: 'integer', description: 'How many bags?' },
        window: { type: 'boolean', title: 'A window seat?' },
        note: { type: 'string' },
      },
      required: ['class', 'bags', 'window'],
    },
  }

  test('a form is asked as questions and comes back typed', async () => {
    const { result, seen } = await elicit(form, () => ({ answers: ['Business', '2', 'No', ''] }))
    expect(result).toEqual({ action: 'accept', content: { class: 'biz', bags: 2, window: false } })
    expect(seen[0]?.questions?.[0]?.options.map(({ label }) => label)).toEqual(['Economy', 'Business'])
  })

  test('a skip is a decline; what does not fit the schema is no answer', async () => {
    expect((await elicit(form, () => ({ approve: false }))).result).toEqual({ action: 'decline' })
    const unfit = await elicit(form, () => ({ answers: ['First', '2', 'No', ''] }))
    expect(unfit.result).toEqual({ action: 'cancel' })
  })

  test('a page to visit is a hand-off', async () => {
    const page = { mode: 'url', message: 'Pay at the bank', url: 'https://bank.example/pay', elicitationId: 'e1' }
    const { result, seen } = await elicit(page, () => ({ done: true }))
    expect(result).toEqual({ action: 'accept' })
    expect(seen[0]?.browser?.url).toBe('https://bank.example/pay')
  })
})

describe('Claude Agent SDK', () => {
  const use = (answer: Answer, name: string, input: Record<string, unknown>) =>
    person(answer, createCanUseTool(options)(name, input, { toolUseID: `toolu_${users}` }))

  test('allow with the same input, deny with the note', async () => {
    const { result, seen } = await use(yes, 'Bash', { command: 'npm publish' })
    expect(result).toEqual({ behavior: 'allow', updatedInput: { command: 'npm publish' } })
    expect(seen[0]?.summary).toBe('use Bash: npm publish')
    options = { ...options, userId: `user-${++users}` }
    expect((await use(no, 'mcp__bank__pay', { amount: 1 })).result).toEqual({
      behavior: 'deny',
      message: 'Denied by a person: too dear',
    })
  })

  test('questions and plans', async () => {
    const questions = [
      { question: 'Which?', header: 'Pick', options: [{ label: 'A', description: '' }], multiSelect: true },
    ]
    const { result, seen } = await use(() => ({ answers: ['A'] }), 'AskUserQuestion', { questions })
    expect(result).toEqual({ behavior: 'allow', updatedInput: { questions, answers: { 'Which?': 'A' } } })
    expect(seen[0]?.questions?.[0]?.multi_select).toBe(true)
    options = { ...options, userId: `user-${++users}` }
    const planned = await use(yes, 'ExitPlanMode', { plan: '1. Export' })
    expect(planned.seen[0]).toMatchObject({ kind: 'exit_plan', details: { plan: '1. Export' } })
    expect(planned.result).toMatchObject({ behavior: 'allow' })
  })

  test('nobody there is a no', async () => {
    const vestra = new Vestra({ baseUrl: 'http://127.0.0.1:1', apiKey: 'vk_test_x' })
    const result = await createCanUseTool({ vestra })('Bash', { command: 'ls' })
    expect(result).toMatchObject({ behavior: 'deny' })
  })
})
