import { expect } from '@playwright/test'
import { jpegFrame } from '@/lib/testing/asks'
import { afterUndo, openCard, verifies } from './browser'

verifies(
  'CARD7',
  'the picture of a hand-off: its time, its warning, and blurred until asked for',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const item = await ask(userId, 'ask_question', 'handoff', {
      frame: jpegFrame,
      browser: { url: 'https://visa.example.com/form' },
    })
    await openCard(page, inbox.server, item.id)
    const picture = page.getByRole('figure').locator('img')
    const filter = () => picture.evaluate((image) => getComputedStyle(image).filter)
    expect(await filter()).toMatch(/blur\(/)
    await expect(picture).toHaveAttribute('alt', '')
    await expect(page.getByText('May show private data')).toBeVisible()
    await expect(page.getByRole('figure').getByText(/Taken \d+ s ago/)).toBeVisible()
    await expect(page.getByRole('definition').getByText('holds it, and waits until you answer.')).toBeVisible()
    await page.getByRole('button', { name: 'Show the page' }).click()
    expect(await filter()).toBe('none')
    await expect(page.getByRole('img', { name: /visa\.example\.com/ })).toBeVisible()
    await page.getByRole('button', { name: 'Blur it again' }).click()
    expect(await filter()).toMatch(/blur\(/)
  },
)

verifies(
  'CARD8',
  'a one-time code: the field says so to the system, and no other field does',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const code = await ask(userId, 'ask_question', 'handoff', { asks_for_value: true, instructions: 'Type the code' })
    await openCard(page, inbox.server, code.id)
    await expect(page.getByRole('textbox', { name: 'Type the code' })).toHaveAttribute('autocomplete', 'one-time-code')
    await page.getByRole('textbox', { name: 'Type the code' }).fill('482913')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Type the code' })).toHaveValue('')
    const question = await ask(userId, 'ask_question', 'question')
    await openCard(page, inbox.server, question.id)
    await expect(page.locator('[autocomplete="one-time-code"]')).toHaveCount(0)
  },
)

verifies(
  'CARD9',
  'drafts outlive a reload, and the answers are shown together before they go',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const questions = [
      { question: 'Which flight?', header: 'Flight', options: [{ label: 'Early' }, { label: 'Late' }] },
      { question: 'Which seat?', header: 'Seat' },
    ]
    const item = await ask(userId, 'ask_question', 'question', { questions })
    const other = await ask(userId, 'ask_question', 'question', { questions })
    await openCard(page, inbox.server, item.id)
    await page.getByRole('radio', { name: 'Late' }).check()
    await page.getByRole('textbox', { name: 'Your answer' }).fill('By the window')
    const review = page.getByRole('region', { name: 'What you answer' })
    await expect(review.getByRole('definition')).toHaveText(['Late', 'By the window'])
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Late' })).toBeChecked()
    await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('By the window')
    await openCard(page, inbox.server, other.id)
    await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('')
    await openCard(page, inbox.server, item.id)
    await page.getByRole('button', { name: 'Send the answers' }).click()
    await expect(page.getByText('Answered. The agent goes on with it').first()).toBeVisible(afterUndo)
    expect((await inbox.vestra.ask.result(item.id)).answers).toEqual(['Late', 'By the window'])
  },
)

verifies(
  'CARD10',
  '4,000 code points are an answer, one more is too many, for the page as for the API',
  async ({ inbox, person, ask }) => {
    const { page, userId } = person
    const longest = '😀'.repeat(4000)
    const item = await ask(userId, 'ask_question', 'question', { questions: [{ question: 'How?' }] })
    await openCard(page, inbox.server, item.id)
    const field = page.getByRole('textbox', { name: 'Your answer' })
    await field.fill(`${longest}😀`)
    await expect(page.getByText('4,001 of 4,000: too long')).toBeVisible()
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await expect(field).toBeFocused()
    expect((await inbox.vestra.answer.get(item.id)).status).toBe('pending')
    await field.fill(longest)
    await expect(page.getByText('4,000 of 4,000')).toBeVisible()
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await expect(page.getByText('Answered. The agent goes on with it').first()).toBeVisible(afterUndo)
    expect((await inbox.vestra.ask.result(item.id)).answers).toEqual([longest])
  },
)
