import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { looksRightEverywhere } from '../support/looks.ts'
import { expect, test } from '../support/test.ts'

const FREE = '/bindings?q=state:free+type:azure+-shared'

const dialog = (page: Page) => page.getByRole('dialog')
const bar = (page: Page) => page.getByRole('region', { name: 'Actions on the selection' })
const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Select sap-/ })
const confirmation = (page: Page) => dialog(page).getByRole('textbox', { name: /^Type the number of bindings/ })

/** Free accounts, the first `count` of them chosen. */
async function choose(page: Page, count: number, address = FREE): Promise<void> {
  await page.goto(address)
  await boxes(page).first().click()
  if (count > 1)
    await boxes(page)
      .nth(count - 1)
      .click({ modifiers: ['Shift'] })
  await expect(page.getByText(`${count} selected`, { exact: true })).toBeVisible()
}

/** Starts what the open dialog is about. */
async function start(page: Page, verb: string, count: number): Promise<void> {
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('accounts move')
  await confirmation(page).fill(String(count))
  await dialog(page)
    .getByRole('button', { name: `${verb} ${count}`, exact: true })
    .click()
  await expect(page).toHaveURL(/\/jobs\/[\w-]{22}$/)
  await expect(page.getByRole('heading', { level: 1, name: `${verb}: ${count} bindings` })).toBeVisible()
}

test('viewer: may select, and every action says which role it needs; the server says so too', async ({
  page,
  noise,
  signIn,
}) => {
  noise.expect(/status of 403/)
  await signIn('viewer')
  await choose(page, 2)
  await expect(bar(page).getByRole('button', { name: 'Hold' })).toHaveAccessibleDescription(
    'This needs the role operator.',
  )
  const order = { action: 'hold', reason: 'x', targets: [{ kind: 'SecretBinding', name: 'a', seenVersion: '1' }] }
  const answer = await page.request.post('/api/v1/jobs', { data: order, headers: { 'idempotency-key': 'viewer' } })
  expect(answer.status()).toBe(403)
  expect((await answer.json()).detail).toBe('This needs the role operator.')
})

for (const role of ['operator', 'admin'] as const) {
  test(`${role}: marks several accounts internal and back, each with its outcome`, async ({ page, signIn }) => {
    await signIn(role)
    await choose(page, 3)
    const names = await page.locator('tr[aria-selected="true"] th a').allInnerTexts()
    await bar(page).getByRole('button', { name: 'More actions on the selection' }).click()
    await page.getByRole('menuitem', { name: 'Mark internal', exact: true }).click()
    await expect(dialog(page)).toContainText('They are never selected and never released.')
    await expect(dialog(page)).toContainText('3 Free become Internal')
    await expect(dialog(page)).toContainText(/Takes at least \d+ s/)
    const submit = dialog(page).getByRole('button', { name: 'Mark internal 3' })
    await expect(submit).toHaveAccessibleDescription('Say why first.')
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('accounts move')
    await expect(submit).toHaveAccessibleDescription('Type 3, the number of bindings, to confirm.')
    await start(page, 'Mark internal', 3)
    await expect(page.getByRole('status').getByText('Done', { exact: true })).toBeVisible()
    await expect(page.getByText('3 of 3', { exact: true })).toBeVisible()
    for (const name of names) await expect(page.getByRole('row', { name: new RegExp(`${name} .*Done`) })).toBeVisible()

    await choose(page, 3, `/bindings?q=name:${names.join(',')}`)
    await bar(page).getByRole('button', { name: 'More actions on the selection' }).click()
    await page.getByRole('menuitem', { name: 'Unmark internal', exact: true }).click()
    await start(page, 'Unmark internal', 3)
    await expect(page.getByRole('status').getByText('Done', { exact: true })).toBeVisible()
  })
}

test('rows are chosen by keyboard, all that match at once, and another search begins anew', async ({
  page,
  signIn,
}) => {
  await signIn('operator')
  await page.goto(FREE)
  await expect(boxes(page).first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible()
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('3 selected', { exact: true })).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible()
  await page.goto('/bindings')
  await boxes(page).first().click()
  await bar(page)
    .getByRole('button', { name: /^Select all [\d,]+ that match$/ })
    .click()
  await expect(page.getByText('635 selected', { exact: true })).toBeVisible()
  await expect(bar(page).getByRole('button', { name: /^Release \d+ of 635$/ })).toBeVisible()
  await page
    .getByRole('link', { name: /dirty$/ })
    .first()
    .click()
  await expect(bar(page)).toBeHidden()
})

test('what cannot be done is left out with its reason, and cannot be started alone', async ({ page, signIn }) => {
  await signIn('operator')
  await choose(page, 2, '/bindings?q=state:claimed+shoots:>0')
  await expect(bar(page).getByRole('button', { name: 'Release' })).toHaveAccessibleDescription(
    /still uses? this account/,
  )
  await bar(page).getByRole('button', { name: 'Hold' }).click()
  await expect(dialog(page)).toContainText(/clusters? on these accounts, which stay as they are/)
  await dialog(page).getByText('2 bindings by name').click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})

test('a job that is cancelled leaves the rest alone, which can be tried again', async ({ page, signIn }) => {
  await signIn('operator')
  await page.goto(FREE)
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).click()
  await bar(page).getByRole('button', { name: 'Hold' }).click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('quota')
  const label = await dialog(page)
    .getByText(/^Type the number of bindings/)
    .textContent()
  const count = label?.split(': ')[1] ?? ''
  await confirmation(page).fill(count)
  await dialog(page)
    .getByRole('button', { name: `Hold ${count}` })
    .click()
  await expect(page).toHaveURL(/\/jobs\//)
  await page.getByRole('button', { name: 'Cancel job' }).click()
  await expect(page.getByRole('status').getByText('Cancelled', { exact: true })).toBeVisible()
  // Closed and opened again.
  await page.reload()
  await expect(page.getByRole('link', { name: /^Cancelled/ })).toBeVisible()
  await expect(page.getByText(new RegExp(`^\\d+ of ${count} done, \\d+ cancelled$`))).toBeVisible()
  await page.getByRole('button', { name: /^Try \d+ again$/ }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toHaveValue('quota')
  await page.keyboard.press('Escape')
  await page.goto('/jobs')
  await expect(page.getByRole('row', { name: new RegExp(`Hold: ${count} bindings.*Cancelled`) })).toBeVisible()
  const undo = { action: 'unhold', reason: 'end of the test', targets: [] as unknown[] }
  const held = await (await page.request.get('/api/v1/bindings?q=state:held+type:azure&limit=100')).json()
  for (const { kind, name } of held.rows) {
    const { resourceVersion } = await (await page.request.get(`/api/v1/bindings/${kind}/${name}`)).json()
    undo.targets.push({ kind, name, seenVersion: resourceVersion })
  }
  const answer = await page.request.post('/api/v1/jobs', { data: undo, headers: { 'idempotency-key': 'undo' } })
  expect(answer.status()).toBe(202)
})

test('the API takes a job once, and refuses what is not in order or comes from elsewhere', async ({ page, signIn }) => {
  await signIn('operator')
  const post = (data: unknown, headers: Record<string, string> = { 'idempotency-key': 'api' }) =>
    page.request.post('/api/v1/jobs', { data, headers })
  const target = { kind: 'CredentialsBinding', name: 'not-there', seenVersion: '1' }
  const order = { action: 'hold', reason: 'x', targets: [target] }
  const first = await post(order)
  expect([first.status(), (await post(order)).status()]).toEqual([202, 200])
  const { id } = await first.json()
  await expect.poll(async () => (await (await page.request.get(`/api/v1/jobs/${id}`)).json()).job.counts.failed).toBe(1)
  const refused = [
    [await post({ ...order, reason: 'y' }), 409],
    [await post(order, {}), 400],
    [await post({ ...order, targets: [] }, { 'idempotency-key': 'k' }), 400],
    [await post({ ...order, targets: [target, target] }, { 'idempotency-key': 'k' }), 400],
    [await post({ ...order, until: 'tomorrow' }, { 'idempotency-key': 'k' }), 400],
    [await post(order, { 'idempotency-key': 'k', origin: 'https://elsewhere.example' }), 403],
    [await page.request.post(`/api/v1/jobs/${id}/cancel`, { data: {} }), 409],
    [await page.request.get('/api/v1/jobs/none'), 404],
  ] as const
  expect(refused.map(([answer]) => answer.status())).toEqual(refused.map(([, status]) => status))
})

looksRightEverywhere({ address: '/jobs', shows: /bulk action|No jobs yet/ })
looksRightEverywhere({ address: '/jobs/none', shows: 'There is no such job', status: 404 })

for (const colorScheme of ['light', 'dark'] as const) {
  test(`${colorScheme}: axe finds nothing in the selection, its dialog and a job`, async ({ page, signIn }) => {
    await page.emulateMedia({ colorScheme })
    await signIn('operator')
    await choose(page, 2)
    await expectAccessible(page)
    await bar(page).getByRole('button', { name: 'Mark dirty' }).click()
    await expect(dialog(page)).toContainText('What is in the account may be deleted.')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const { jobs } = await (await page.request.get('/api/v1/jobs')).json()
    await page.goto(`/jobs/${jobs[0].id}`)
    await expect(page.getByRole('progressbar')).toBeVisible()
    await expectAccessible(page)
  })
}
