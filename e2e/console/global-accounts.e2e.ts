import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ROLES } from '#lib/auth/roles.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { countLinks, expectCountsToHold } from '../support/count-links.ts'
import { bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { looksRightEverywhere } from '../support/looks.ts'
import { expect, test } from '../support/test.ts'

/** Has an account with 250 of 180 clusters. */
const OVERFULL = 'sap-aws-skr-cust-00005'

const grid = (page: Page) => page.getByRole('grid', { name: 'Global accounts' })
const box = (page: Page) => page.getByRole('combobox', { name: /^Search global accounts/ })
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })

/** Opens the page of the global account that has an account. */
async function openOwnerOf(page: Page, binding: string): Promise<string> {
  await page.goto(`/bindings/CredentialsBinding/${binding}`)
  await page.getByRole('region', { name: 'Account', exact: true }).locator('a[href^="/global-accounts/"]').click()
  await expect(page).toHaveURL(/\/global-accounts\/[^/?]+$/)
  await expect(tab(page, /^Summary/)).toHaveAttribute('aria-selected', 'true')
  return page.url().split('/').at(-1) ?? ''
}

test.use({ viewport: { width: 1440, height: 1200 } })

for (const role of ROLES) {
  test(`${role}: everybody with an account or a cluster, and how full the fullest account is`, async ({
    page,
    signIn,
  }) => {
    await signIn(role)
    await page.goto('/')
    await page.getByRole('link', { name: 'Global accounts', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Global accounts' })).toBeFocused()
    await expect(page).toHaveTitle('Global accounts · HAP Console')
    const fill = page.getByRole('columnheader', { name: 'Fullest account' })
    await fill.getByRole('button').click()
    await expect(fill).toHaveAttribute('aria-sort', 'descending')
    await expect(page).toHaveURL('/global-accounts?sort=-fill')
    await expect(grid(page).getByRole('row').nth(1)).toContainText(/\d+ of \d+/)
    await box(page).fill('clusters:>200 over:>0 ')
    await expect(page.getByText(/^[1-9]\d* of \d+ global accounts$/).first()).toBeVisible()
    await expect(grid(page).getByRole('row').nth(1)).toContainText('250 of 180')
    await expect(page).toHaveURL('/global-accounts?sort=-fill&q=clusters:%3E200+over:%3E0')
  })
}

test('a search that hides everybody says so; an unknown field is told', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/global-accounts?q=ga:nobody')
  await expect(page.getByRole('heading', { name: 'No global account matches' })).toBeVisible()
  await page.goto('/global-accounts?q=tpye:aws&sort=__proto__')
  await expect(page.getByRole('heading', { name: 'The search has an error' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('behind every number are as many bindings', async ({ page, signIn }) => {
  test.slow()
  await signIn('viewer')
  for (const q of ['problem:over-limit', 'problem:given-back accounts:>1']) {
    await page.goto(`/global-accounts?q=${q}`)
    await expect(grid(page).getByRole('row').nth(1)).toBeVisible()
    const links = await countLinks(grid(page))
    expect(links.length).toBeGreaterThan(2)
    const counted = links.filter(({ name }) => /^\d/.test(name)).slice(0, 12)
    await expectCountsToHold(page, counted)
  }
})

test('the page of one tells its accounts, the countdown, who may have several, and the next request', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  const id = await openOwnerOf(page, OVERFULL)
  await expect(page).toHaveTitle(`${id} · HAP Console`)
  await expect(page.getByRole('heading', { level: 1, name: id })).toBeFocused()
  const accounts = page.getByRole('table', { name: 'Accounts of aws', exact: true })
  await expect(accounts.getByRole('row').filter({ hasText: OVERFULL })).toContainText(
    '250 of 180: 71 to go before it is used again',
  )
  const allowlist = page.getByRole('region', { name: 'Allowlist and limits' })
  await expect(allowlist).toContainText('yes, allowed for everybody')
  await expect(allowlist).toContainText('180 clusters on each account')
  await expect(allowlist.getByRole('link', { name: 'Allowlist' })).toHaveAttribute('href', '/allowlist')
  await page.getByRole('link', { name: 'What would the next request get?' }).click()
  await expect(page).toHaveURL(new RegExp(`^.*/simulator\\?.*ga=${id}`))
  await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible()
})

test('its clusters and its timeline have tabs that stand in the address', async ({ page, signIn }) => {
  await signIn('viewer')
  const id = await openOwnerOf(page, OVERFULL)
  await page
    .getByRole('link', { name: /^\d+ clusters$/ })
    .first()
    .click()
  await expect(page).toHaveURL(`/global-accounts/${id}?tab=clusters`)
  const clusters = page.getByRole('grid', { name: 'Clusters of this global account' })
  await expect(clusters.getByRole('row').nth(1)).toContainText(/^c-/)
  const shown = Number(await clusters.getAttribute('aria-rowcount')) - 1
  await expect(tab(page, /^Clusters/)).toContainText(String(shown))
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export JSON' }).click()
  expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toHaveLength(shown)
  await expectAccessibleInBothThemes(page)
  await tab(page, /^Clusters/).press('ArrowRight')
  await expect(page).toHaveURL(`/global-accounts/${id}?tab=timeline`)
  await expect(page.getByText(/^First seen|^Found in use by/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: OVERFULL }).first()).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('a change in Gardener is on both pages at once', async ({ page, garden, noise, signIn }) => {
  // When its only account is gone there is no such global account.
  noise.expect(/status of 404/)
  await signIn('viewer')
  const [free] = await bindingsWith(garden, 'hyperscalerType=aws,!euAccess,!shared,!dirty,!tenantName,!internal')
  if (!free) throw new Error('The landscape has no free aws account.')
  await page.goto('/global-accounts?q=ga:e2e-live')
  await expect(page.getByRole('heading', { name: 'No global account matches' })).toBeVisible()
  const undo = await relabel(garden, free.kind, free.name, { tenantName: 'e2e-live' })
  try {
    await grid(page).getByRole('link', { name: 'e2e-live', exact: true }).click()
    await expect(page.getByRole('table', { name: 'Accounts of aws' })).toContainText('0 of 180: room for 180 more')
    await expect(page.getByRole('region', { name: 'Consolidation' })).toContainText(
      '1 account without clusters could return to the pool at once.',
    )
  } finally {
    await undo()
  }
  await expect(page.getByText(/^This global account has no account now/)).toBeVisible()
})

test('the page of a global account stays when it has given everything back', async ({ page, signIn }) => {
  await signIn('operator')
  const id = `e2e-former-${Date.now()}`
  const asked = { plan: 'trial', provider: 'aws', platformRegion: 'cf-eu10', globalAccount: id }
  const answer = await page.request.post('/api/v1/claims', { headers: { 'idempotency-key': id }, data: asked })
  const claim = await answer.json()
  expect((await page.request.delete(`/api/v1/claims/${claim.id}`)).ok()).toBe(true)
  expect((await page.goto(`/global-accounts/${id}`))?.status()).toBe(200)
  await expect(page).toHaveTitle(`${id} · HAP Console`)
  await expect(page.getByText(/^This global account has no account now/)).toBeVisible()
  await tab(page, /^Timeline/).click()
  await expect(page.getByText('Claim released').first()).toBeVisible()
})

for (const id of ['nobody', 'x%2Fy', '%3Cscript%3E', 'a'.repeat(300)]) {
  test(`nobody is called ${id.slice(0, 20)}`, async ({ page, noise, signIn }) => {
    noise.expect(/404/)
    await signIn('viewer')
    expect((await page.goto(`/global-accounts/${id}`))?.status()).toBe(404)
    await expect(page).toHaveTitle('Not found · HAP Console')
    await expect(page.getByRole('heading', { name: 'There is no such global account' })).toBeVisible()
    await page.getByRole('link', { name: 'All global accounts' }).click()
    await expect(grid(page)).toBeVisible()
  })
}

for (const [address, shows] of [
  ['/global-accounts', /^\d+ of \d+ global accounts$/],
  ['/global-accounts?q=problem:over-limit&sort=-fill', /^\d+ of \d+ global accounts$/],
  ['/global-accounts?q=ga:nobody', 'No global account matches'],
  // Several accounts of several pools.
  ['/global-accounts/017ca791-a168-4a90-86d0-df2690675f95', 'Allowlist and limits'],
] as const)
  looksRightEverywhere({ address, shows })
looksRightEverywhere({ address: '/global-accounts/nobody', shows: 'There is no such global account', status: 404 })
