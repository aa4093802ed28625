import type { Page } from '@playwright/test'
import { grid, openOwnerOf } from '../support/global-accounts-page.ts'
import { OVERFULL } from '../support/small-landscape.ts'
import { expect, test } from '../support/test.ts'

const box = (page: Page) => page.getByRole('combobox', { name: /^Search global accounts/ })

test.use({ viewport: { width: 1440, height: 1200 } })

test('viewer: every global account with accounts or clusters is listed with its fullest account', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/')
  await page.getByRole('link', { name: 'Global accounts', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Global accounts' })).toBeFocused()
  await expect(page).toHaveTitle('Global accounts · HAP Console')
  const fill = page.getByRole('columnheader', { name: 'Fullest account' })
  await fill.getByRole('button').click()
  await expect(fill).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL('/global-accounts?sort=-fill')
  await expect(grid(page).getByRole('row').nth(1)).toContainText(/\d+ of \d+/)
  await box(page).fill('clusters:>20 over:>0 ')
  await expect(page.getByText(/^[1-9]\d* of \d+ global accounts$/).first()).toBeVisible()
  await expect(grid(page).getByRole('row').nth(1)).toContainText('24 of 20')
  await expect(page).toHaveURL('/global-accounts?sort=-fill&q=clusters:%3E20+over:%3E0')
})

test('the page of a global account shows its accounts, allowlist and limits, and simulates its next request', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  const id = await openOwnerOf(page, OVERFULL)
  await expect(page).toHaveTitle(`${id} · HAP Console`)
  await expect(page.getByRole('heading', { level: 1, name: id })).toBeFocused()
  const accounts = page.getByRole('table', { name: 'Accounts of aws', exact: true })
  await expect(accounts.getByRole('row').filter({ hasText: OVERFULL })).toContainText(
    '24 of 20: no new clusters until 5 are removed',
  )
  const allowlist = page.getByRole('region', { name: 'Allowlist and limits' })
  await expect(allowlist).toContainText('allowed (for all global accounts)')
  await expect(allowlist).toContainText('20 clusters on each account')
  await expect(allowlist.getByRole('link', { name: 'Allowlist' })).toHaveAttribute('href', '/allowlist')
  await page.getByRole('link', { name: 'Simulate next request' }).click()
  await expect(page).toHaveURL(new RegExp(`^.*/simulator\\?.*ga=${id}`))
  await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible()
})

test('an unknown global account responds with 404 and links to the list', async ({ page, noise, signIn }) => {
  noise.expect(/404/)
  await signIn('viewer')
  for (const id of ['nobody', 'x%2Fy', 'a'.repeat(300)])
    expect((await page.request.get(`/global-accounts/${id}`)).status(), id).toBe(404)
  expect((await page.goto('/global-accounts/%3Cscript%3E'))?.status()).toBe(404)
  await expect(page).toHaveTitle('Not found · HAP Console')
  await expect(page.getByRole('heading', { name: 'Global account not found' })).toBeVisible()
  await page.getByRole('link', { name: 'All global accounts' }).click()
  await expect(grid(page)).toBeVisible()
})
