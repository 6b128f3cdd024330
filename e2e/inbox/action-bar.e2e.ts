import { expect, type Locator } from '@playwright/test'
import { openCard, verifies } from './browser'

const cards = [
  { kind: 'tool_permission', type: 'approval', no: 'Deny', yes: /^Pay/ },
  { kind: 'custom', type: 'approval', no: 'Deny', yes: 'Approve' },
  { kind: 'composio_auth', type: 'connect', no: 'No thanks', yes: /^Connect/ },
  { kind: 'ask_question', type: 'question', no: 'Skip', yes: 'Send the answer' },
  { kind: 'ask_question', type: 'handoff', no: 'Not now', yes: 'Done' },
]

async function boxOf(button: Locator) {
  await expect(button).toBeVisible()
  const box = await button.boundingBox()
  if (!box) throw new Error('not drawn')
  return box
}
type Box = Awaited<ReturnType<typeof boxOf>>

const meet = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

for (const width of [320, 390, 1280]) {
  verifies('CARD15', `at ${width} px no card has its yes where another has its no`, async ({ inbox, person, ask }) => {
    const { page, userId } = person
    await page.setViewportSize({ width, height: 800 })
    const drawn: { no: Box; yes: Box; name: string }[] = []
    for (const { kind, type, no, yes } of cards) {
      const { id } = await ask(userId, kind, type)
      await openCard(page, inbox.server, id)
      drawn.push({
        name: `${kind} ${type}`,
        no: await boxOf(page.getByRole('button', { name: no, exact: true })),
        yes: await boxOf(page.getByRole('button', { name: yes })),
      })
    }
    const meeting = drawn.flatMap((one) =>
      drawn.filter((other) => meet(one.no, other.yes)).map((other) => `${one.name}, ${other.name}`),
    )
    expect(meeting).toEqual([])
  })
}
