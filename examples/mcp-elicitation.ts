import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { Vestra } from 'vestra-inbox'
import { createElicitationHandler } from 'vestra-inbox/mcp-elicitation'

// A server that asks back before it pays; connect to yours in its place.
const hotel = new McpServer({ name: 'hotel', version: '1' })
hotel.registerTool('pay', { description: 'Pays the hotel.' }, async () => {
  const { action, content } = await hotel.server.elicitInput({
    message: 'your booking',
    requestedSchema: {
      type: 'object',
      properties: { room: { type: 'string', title: 'Which room?', enum: ['Single', 'Double'] } },
      required: ['room'],
    },
  })
  const text = action === 'accept' ? `The hotel is paid. Room: ${content?.room}` : 'Nothing was paid.'
  return { content: [{ type: 'text', text }] }
})

const client = new Client({ name: 'agent', version: '1' }, { capabilities: { elicitation: { form: {}, url: {} } } })
client.setRequestHandler(
  ElicitRequestSchema,
  createElicitationHandler({ vestra: new Vestra(), userId: 'traveller-42' }),
)

const [ours, theirs] = InMemoryTransport.createLinkedPair()
await Promise.all([hotel.connect(theirs), client.connect(ours)])
// A person takes longer than a machine.
const paid = await client.callTool({ name: 'pay', arguments: {} }, undefined, { timeout: 86_400_000 })
console.log(JSON.stringify(paid.content))
await client.close()
