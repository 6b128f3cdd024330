import { readFile } from 'node:fs/promises'
import type { AskHandle, Result, Vestra } from '@/lib/sdk'

/** The user whose agent this is. */
export const demoUserId = 'demo-user'

const forUser = { user_id: demoUserId }

async function openAll({ ask }: Vestra): Promise<AskHandle[]> {
  const frame = await readFile('public/demo-hand-off.jpg', 'base64')
  return Promise.all([
    ask.approval({
      ...forUser,
      summary: 'pay Lakeside Hotel, amount $500.00',
      tool: { name: 'pay', source: 'builtin' },
      moves_money: true,
      amount: { value: '500.00', currency: 'USD' },
      payee: { name: 'Lakeside Hotel' },
      rows: [
        { label: 'Booking', value: 'Two nights, 14 to 16 March, breakfast included' },
        { label: 'Refundable', value: 'Until 12 March' },
      ],
      reason: 'It is the last room under your budget, and the hotel holds it only until tonight.',
    }),
    ask.question({
      ...forUser,
      summary: 'which flight to book, and with which bags',
      questions: [
        {
          question: 'Which flight should I book?',
          header: 'Flight',
          options: [
            { label: 'The 09:15 flight', description: '2 h 10, arrives before lunch' },
            { label: 'The 13:40 flight', description: '1 h 55, $40 cheaper' },
          ],
        },
        {
          question: 'What do you take along?',
          header: 'Bags',
          multi_select: true,
          options: [{ label: 'Hand luggage' }, { label: 'A suitcase' }, { label: 'Skis' }],
        },
      ],
    }),
    ask.connect({
      ...forUser,
      summary: 'connect your calendar',
      app: 'googlecalendar',
      reason: 'To put the flight and the hotel in your calendar.',
    }),
    ask.handoff({
      ...forUser,
      summary: 'solve the captcha at the airline',
      instructions: 'Solve the captcha on the check-in page, then say so here.',
      frame: `data:image/jpeg;base64,${frame}`,
      browser: { url: 'https://lakeside-air.example/check-in' },
    }),
    ask.toolCall({
      ...forUser,
      summary: 'run confirm_booking',
      tool: { name: 'confirm_booking', source: 'function' },
      arguments: { pnr: '100042', seats: ['12A'] },
      expires_in: 3600,
    }),
  ])
}

function say(id: string, { type, status, decision, ...heard }: Result) {
  const told = heard.answers ?? heard.output ?? heard.error ?? heard.handoff ?? heard.message ?? heard.reason ?? ''
  console.log(`Demo agent: ${type} ${id} is ${decision ?? status}${told === '' ? '' : `: ${JSON.stringify(told)}`}`)
}

/** Opens one item of every type, waits for the answers and prints what it hears. */
export async function runDemoAgent(vestra: Vestra, signal: AbortSignal): Promise<void> {
  const handles = await openAll(vestra)
  console.log(`Demo agent: ${handles.length} items wait for an answer.`)
  await Promise.all(handles.map(async (handle) => say(handle.id, await handle.wait({ signal }))))
  console.log('Demo agent: heard everything.')
}
