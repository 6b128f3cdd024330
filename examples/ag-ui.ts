import type { Interrupt } from '@ag-ui/core'
import { ResumeEntrySchema } from '@ag-ui/core/schemas'
import { Vestra } from 'vestra-inbox'
import { toResume } from 'vestra-inbox/ag-ui'

// A run that stops before it pays, and goes on when it is resumed; run your agent in its place.
const toolCallId = crypto.randomUUID()
const calls = new Map([[toolCallId, { name: 'pay', arguments: { amount: '500.00' } }]])

async function run(resume: unknown[]): Promise<{ interrupts: Interrupt[]; text: string }> {
  if (resume.length === 0) {
    return { interrupts: [{ id: toolCallId, reason: 'tool_call', message: 'Pay the hotel?', toolCallId }], text: '' }
  }
  const isPaid = resume.every((entry) => (ResumeEntrySchema.parse(entry).payload as { approved: boolean }).approved)
  return { interrupts: [], text: isPaid ? 'The hotel is paid.' : 'Nothing was paid.' }
}

const options = { vestra: new Vestra(), userId: 'traveller-42', source: 'builtin', moves_money: true } as const

let result = await run([])
while (result.interrupts.length > 0) {
  result = await run(await toResume(result.interrupts, { ...options, toolCallOf: (id) => calls.get(id) }))
}
console.log(result.text)
