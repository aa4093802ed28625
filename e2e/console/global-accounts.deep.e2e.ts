import { readFile } from 'node:fs/promises'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { countLinks, expectCountsToHold } from '../support/count-links.ts'
import { OVERFULL } from '../support/demo-landscape.ts'
import { grid, openOwnerOf, tab } from '../support/global-accounts-page.ts'
import { bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

test.use({ viewport: { width: 1440, height: 1200 } })

test('a search without a match and an unknown field are reported', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/global-accounts?q=ga:nobody')
  await expect(page.getByRole('heading', { name: 'No global account matches' })).toBeVisible()
  await page.goto('/global-accounts?q=tpye:aws&sort=__proto__')
  await expect(page.getByRole('heading', { name: 'Invalid search' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('every number equals the number of listed bindings', async ({ page, signIn }) => {
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

test('its clusters and its timeline have tabs that are stored in the address', async ({ page, signIn }) => {
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

test('a change in Gardener appears on the list and the page immediately', async ({ page, garden, noise, signIn }) => {
  // Without its only account the global account no longer exists.
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
      '1 account without clusters could return to the pool immediately.',
    )
  } finally {
    await undo()
  }
  await expect(page.getByText(/^This global account has no accounts and no clusters/)).toBeVisible()
})

test('the page of a global account remains after it has released everything', async ({ page, signIn }) => {
  await signIn('operator')
  const id = `e2e-former-${Date.now()}`
  const request = { plan: 'trial', provider: 'aws', platformRegion: 'cf-eu10', globalAccount: id }
  const answer = await page.request.post('/api/v1/claims', { headers: { 'idempotency-key': id }, data: request })
  const claim = await answer.json()
  expect((await page.request.delete(`/api/v1/claims/${claim.id}`)).ok()).toBe(true)
  expect((await page.goto(`/global-accounts/${id}`))?.status()).toBe(200)
  await expect(page).toHaveTitle(`${id} · HAP Console`)
  await expect(page.getByText(/^This global account has no accounts and no clusters/)).toBeVisible()
  await tab(page, /^Timeline/).click()
  await expect(page.getByText('Claim released').first()).toBeVisible()
})
