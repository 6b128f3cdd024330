import { AIMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { Command, MemorySaver } from '@langchain/langgraph'
import { type AgentMiddleware, createAgent, fakeModel, humanInTheLoopMiddleware } from 'langchain'
import { Vestra } from 'vestra-inbox'
import { toResume } from 'vestra-inbox/langgraph'
import { z } from 'zod'

// A model that wants to pay and then says so; put yours in its place.
const model = fakeModel()
  .respondWithTools([{ name: 'pay', args: { amount: '500.00' } }])
  .respond(new AIMessage('The hotel is paid.'))

const pay = tool(async ({ amount }: { amount: string }) => `paid ${amount}`, {
  name: 'pay',
  description: 'Pays the hotel.',
  schema: z.object({ amount: z.string() }),
})

const review = humanInTheLoopMiddleware({ interruptOn: { pay: { allowedDecisions: ['approve', 'reject'] } } } as never)
const agent = createAgent({
  model,
  tools: [pay],
  middleware: [review as unknown as AgentMiddleware],
  checkpointer: new MemorySaver(),
})

interface Interrupted {
  __interrupt__?: { id?: string; value?: unknown }[]
}

const options = { vestra: new Vestra(), userId: 'traveller-42', source: 'builtin', moves_money: true } as const
const config = { configurable: { thread_id: crypto.randomUUID() } }

let result = await agent.invoke({ messages: [{ role: 'user', content: 'Pay the hotel.' }] }, config)
for (let waiting = (result as Interrupted).__interrupt__; waiting?.length; ) {
  result = await agent.invoke(new Command({ resume: await toResume(waiting, options) }), config)
  waiting = (result as Interrupted).__interrupt__
}
console.log(result.messages.at(-1)?.content)
