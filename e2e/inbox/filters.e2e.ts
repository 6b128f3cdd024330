import { expect, type Page } from '@playwright/test'
import { verifies } from './browser'

const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(name) })

verifies('L8 L9', '/ searches, and the search is the address', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  await ask(userId, 'exit_plan', 'approval', { summary: 'A plan for the HÔTEL' })
  await ask(userId, 'exit_plan', 'approval', { summary: 'A plan for the train' })
  await page.goto(inbox.server.url)
  const search = page.getByRole('searchbox', { name: 'Search this list' })
  await expect(row(page, 'the train')).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(search).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.type('hôtel')
  await page.keyboard.press('Enter')
  await expect(row(page, 'the HÔTEL')).toBeVisible()
  await expect(row(page, 'the train')).toHaveCount(0)
  await expect(page).toHaveURL(/\?q=h%C3%B4tel$/)
  await page.reload()
  await expect(search).toHaveValue('hôtel')
  await expect(row(page, 'the HÔTEL')).toBeVisible()
  await page.getByRole('link', { name: /Search hôtel/ }).click()
  await expect(row(page, 'the train')).toBeVisible()
  await page.goBack()
  await expect(row(page, 'the train')).toHaveCount(0)
})

verifies(
  'L8 L9',
  'the panel narrows by agent, money and age, and the view is kept under a name',
  async ({ inbox, signIn, ask }) => {
    const { page, userId } = await signIn({ role: 'admin' })
    await ask(userId, 'tool_permission', 'approval', { summary: 'pay for the room' })
    await ask(userId, 'exit_plan', 'approval', { summary: 'plan the trip' })
    await page.goto(`${inbox.server.url}/?user_id=${userId}`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Money').selectOption('Moves money')
    await page.getByLabel('Opened after').fill('2020-01-01T00:00')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(row(page, 'pay for the room')).toBeVisible()
    await expect(row(page, 'plan the trip')).toHaveCount(0)
    await expect(page).toHaveURL(/moves_money=true/)
    const views = page.getByRole('button', { name: 'Saved views' })
    await views.click()
    const menu = page.getByRole('dialog', { name: 'Saved views' })
    await menu.getByRole('textbox', { name: 'Save this view as' }).fill('Money of one')
    await menu.getByRole('button', { name: 'Save', exact: true }).click()
    await page.goto(`${inbox.server.url}/?user_id=${userId}&agent=Nobody`)
    await expect(page.getByRole('heading', { name: 'Nothing fits these filters' })).toBeVisible()
    await views.click()
    await menu.getByRole('link', { name: 'Money of one' }).click()
    await expect(menu).toBeHidden()
    await expect(row(page, 'pay for the room')).toBeVisible()
    await expect(page).toHaveURL(/moves_money=true/)
    await views.click()
    await menu.getByRole('button', { name: 'Remove the view Money of one' }).click()
    await expect(menu.getByText('No view is saved on this device yet.')).toBeVisible()
  },
)

verifies('L8 L9', 'an age is counted back from now, whenever its address is opened', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  await ask(userId, 'exit_plan', 'approval', { summary: 'plan the trip' })
  await page.goto(inbox.server.url)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByLabel('Age', { exact: true }).selectOption('Less than an hour')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/\?age=under_hour$/)
  await expect(row(page, 'plan the trip')).toBeVisible()
  await page.goto(`${inbox.server.url}/?age=over_hour`)
  await expect(page.getByRole('heading', { name: 'Nothing fits these filters' })).toBeVisible()
  await page.getByRole('link', { name: /Age Over an hour/ }).click()
  await expect(row(page, 'plan the trip')).toBeVisible()
})

verifies('L5 L8', 'what is put off is narrowed like every list', async ({ inbox, person, ask }) => {
  const { page, userId } = person
  const hotel = await ask(userId, 'tool_permission', 'approval', { summary: 'pay for the room' })
  const plan = await ask(userId, 'exit_plan', 'approval', { summary: 'plan the trip' })
  await page.goto(inbox.server.url)
  await page.evaluate(
    (ids) => localStorage.setItem('vestra-snoozed', JSON.stringify(ids.map((id) => [id, Date.now() + 3_600_000]))),
    [hotel.id, plan.id],
  )
  await page.goto(`${inbox.server.url}/?moves_money=true`)
  await page.getByRole('link', { name: /^Snoozed/ }).click()
  await expect(row(page, 'pay for the room')).toBeVisible()
  await expect(row(page, 'plan the trip')).toHaveCount(0)
  await page.getByRole('link', { name: /Money Moves money/ }).click()
  await expect(row(page, 'plan the trip')).toBeVisible()
})
