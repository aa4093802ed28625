import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { bar, choose, dialog, start } from '../support/jobs-page.ts'
import { expect, test } from '../support/test.ts'

test('viewer: may select, but every action and its route require the operator role', async ({
  page,
  noise,
  signIn,
}) => {
  noise.expect(/status of 403/)
  await signIn('viewer')
  await choose(page, 2)
  await expect(bar(page).getByRole('button', { name: 'Hold' })).toHaveAccessibleDescription(
    'Requires the operator role. Ask an administrator for it.',
  )
  const order = { action: 'hold', reason: 'x', targets: [{ kind: 'SecretBinding', name: 'a', seenVersion: '1' }] }
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'viewer' }
  for (const [path, data] of [
    ['jobs', order],
    ['jobs', '{'],
    ['jobs/none/retry', '{'],
    ['jobs/none/cancel', '{'],
  ] as const) {
    const answer = await page.request.post(`/api/v1/${path}`, { data, headers })
    expect(answer.status()).toBe(403)
    expect((await answer.json()).detail).toBe('Requires the operator role.')
  }
})

test('operator: marks multiple accounts internal and back, with an outcome for each', async ({ page, signIn }) => {
  await signIn('operator')
  await choose(page, 3)
  const names = await page.locator('tr[aria-selected="true"] th a').allInnerTexts()
  await bar(page).getByRole('button', { name: 'More actions on the selection' }).click()
  await page.getByRole('menuitem', { name: 'Mark internal', exact: true }).click()
  await expect(dialog(page)).toContainText('The accounts will never be assigned or released.')
  await expect(dialog(page)).toContainText('3 Free become Internal')
  const changes = dialog(page).getByRole('region', { name: 'Label changes' })
  await expect(changes).toContainText('3 bindings')
  await expect(changes).toContainText('internal: "true"')
  await expect(dialog(page)).toContainText('No clusters on these accounts.')
  await expect(dialog(page)).toContainText(
    'Dry run passed: the API server would accept all 3 changes. Nothing written yet.',
  )
  await dialog(page).getByText('3 bindings by name').click()
  await expect(dialog(page).getByText('accepted in dry run', { exact: true })).toHaveCount(3)
  await expect(dialog(page)).toContainText(/Takes at least \d+ s/)
  const submit = dialog(page).getByRole('button', { name: 'Mark internal 3' })
  await expect(submit).toHaveAccessibleDescription('A reason is required.')
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('accounts move')
  await expect(submit).toHaveAccessibleDescription('Enter 3, the number of bindings, to confirm.')
  await start(page, 'Mark internal', 3)
  await expect(page.getByRole('status').getByText('Done', { exact: true })).toBeVisible()
  await expect(page.getByText('3 of 3', { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Mark internal: 3 bindings')
  for (const name of names)
    await expect(page.getByRole('row', { name: new RegExp(`${name} .*Done.*free → internal`) })).toBeVisible()

  await choose(page, 3, `/bindings?q=name:${names.join(',')}`)
  await bar(page).getByRole('button', { name: 'More actions on the selection' }).click()
  await page.getByRole('menuitem', { name: 'Unmark internal', exact: true }).click()
  await start(page, 'Unmark internal', 3)
  await expect(page.getByRole('status').getByText('Done', { exact: true })).toBeVisible()
})

/** Name of a cluster on the first selected account. */
async function nameOfCluster(page: Page): Promise<string> {
  const name = await page.locator('tr[aria-selected="true"] th a').first().textContent()
  const found = await page.request.get('/api/v1/shoots', { params: { q: `binding:${name}`, limit: 1 } })
  return (await found.json()).rows[0].name
}

test('an impossible action on the selection is disabled with its reason', async ({ page, signIn }) => {
  await signIn('operator')
  await choose(page, 2, '/bindings?q=state:claimed+shoots:>0')
  await expect(bar(page).getByRole('button', { name: 'Release' })).toHaveAccessibleDescription(
    /still uses? this account/,
  )
  await bar(page).getByRole('button', { name: 'Hold' }).click()
  await expect(dialog(page)).toContainText(/clusters? on these accounts will not be affected/)
  const clusters = dialog(page).getByRole('region', { name: 'Clusters on these accounts' })
  await expect(clusters).toContainText(await nameOfCluster(page))
  await dialog(page).getByText('2 bindings by name').click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})

test('the API starts a job once per key, and rejects invalid jobs and other origins', async ({ page, signIn }) => {
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
