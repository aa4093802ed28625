import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const confirmation = (page: Page) => dialog(page).getByRole('textbox', { name: 'Enter the binding name' })
const affected = (page: Page) => dialog(page).getByRole('table', { name: 'Clusters on this account' })

async function openHold(page: Page, kind: string, name: string): Promise<void> {
  await page.goto(`/bindings/${kind}/${name}`)
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(dialog(page)).toContainText('Dry run passed: the API server would accept this change.')
}

async function account(page: Page, search: string) {
  const answer = await page.request.get('/api/v1/bindings', { params: { q: search, limit: 1 } })
  const [row] = (await answer.json()).rows
  expect(row).toBeTruthy()
  return row
}

test('the dialog names the first clusters of the account and counts the others', async ({ page, signIn }) => {
  await signIn('operator')
  const { kind, name, shoots } = await account(page, 'state:claimed shoots:>8 reserved:0')
  const listed = await page.request.get('/api/v1/shoots', { params: { q: `binding:${name}`, limit: 100 } })
  const names: readonly string[] = (await listed.json()).rows.map((row: { readonly name: string }) => row.name)
  await openHold(page, kind, name)
  await expect(dialog(page).getByRole('heading', { name: `${shoots} clusters on this account` })).toBeVisible()
  const shown = await affected(page).getByRole('rowheader').allInnerTexts()
  expect(shown).toHaveLength(8)
  for (const cluster of shown) expect(names).toContain(cluster)
  await expect(dialog(page)).toContainText(`and ${shoots - 8} more (see the Shoots tab)`)
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('quota request is pending')
  await expect(inDialog(page, 'Hold')).toHaveAccessibleDescription('Enter the name of the binding to confirm.')
  await expectAccessible(page)
})

test('the dialog lists a cluster that a claim has announced, and requires the binding name', async ({
  page,
  signIn,
}) => {
  await signIn('operator')
  const { tenant } = await account(page, 'pool:aws state:claimed shoots:1..5 kind:CredentialsBinding')
  const data = { plan: 'aws', platformRegion: 'cf-eu10', hyperscalerRegion: 'eu-central-1', globalAccount: tenant }
  const claimed = await page.request.post('/api/v1/claims', { data, headers: { 'idempotency-key': randomUUID() } })
  expect(claimed.status()).toBe(201)
  const { id, binding } = await claimed.json()
  const { kind, name } = binding
  const { row } = await (await page.request.get(`/api/v1/bindings/${kind}/${name}`)).json()
  await openHold(page, kind, name)
  await expect(affected(page).getByRole('row', { name: /^announced .* by a claim/ })).toHaveCount(1)
  await expect(affected(page).getByRole('rowheader')).toHaveCount(row.shoots + 1)
  await expect(dialog(page)).not.toContainText('more (see the Shoots tab)')

  const submit = inDialog(page, 'Hold')
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('quota request is pending')
  await expect(submit).toHaveAccessibleDescription('Enter the name of the binding to confirm.')
  await confirmation(page).fill(`${name}x`)
  await expect(submit).toHaveAccessibleDescription('Enter the name of the binding to confirm.')
  await confirmation(page).fill(name)
  await submit.click()
  await expect(page.getByText(`${name} was put on hold.`)).toBeVisible()

  await page.getByRole('button', { name: 'End hold', exact: true }).click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('quota is there')
  await confirmation(page).fill(name)
  await inDialog(page, 'End hold').click()
  await expect(page.getByText(`${name} was taken off hold.`)).toBeVisible()
  expect((await page.request.delete(`/api/v1/claims/${id}`)).status()).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(affected(page).getByRole('rowheader')).toHaveCount(row.shoots)
  await expect(affected(page)).not.toContainText('announced')
})
