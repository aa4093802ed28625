import { expectAccessible } from '../support/axe.ts'
import { columnOf, hits, row, rows, totals } from '../support/shoots-list.ts'
import { LARGE, OVERFULL } from '../support/small-landscape.ts'
import { expect, test } from '../support/test.ts'

test('viewer: every shoot is listed with its account, binding, state and source', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/')
  await page.getByRole('link', { name: 'Shoots', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shoots' })).toBeFocused()
  await expect(page).toHaveTitle('Shoots · HAP Console')
  await expect(hits(page, /^20\d of 20\d clusters$/)).toBeVisible()
  // The clusters of the landscape were registered at the first start.
  await expect(totals(page).getByRole('listitem')).toHaveText([
    /^19\d in Gardener with a claim$/,
    /^\d only in Gardener$/,
    /^\d only in the database$/,
    '17 with infrastructure errors',
    /^\d+ accounts with errors$/,
  ])
  await expect(columnOf(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first().getByRole('gridcell')).toHaveText([
    `f30a8d5b…413d${LARGE}`,
    // The shoot was registered while running, so its claim names no plan.
    'aws',
    'aws',
    'eu-central-1',
    OVERFULL,
    'both',
    'Reconciled',
    /^\d+ h ago$/,
  ])
  await expect(rows(page).first().getByRole('rowheader')).toHaveText('c-01ca72a')
})

test('the search filters the rows, is stored in the address, and is restored from it', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/shoots')
  await page.keyboard.press('/')
  await page.keyboard.type('provider:aws hibern')
  await page.getByRole('option', { name: /^hibernated/ }).click()
  await expect(hits(page, /^[1-9]\d* of 20\d clusters$/)).toBeVisible()
  await expect(page).toHaveURL('/shoots?q=provider:aws+hibernated')
  await page.reload()
  await expect(hits(page, /^[1-9]\d* of 20\d clusters$/)).toBeVisible()
  await expect(rows(page).first()).toContainText('hibernated')
})

test('a claim is only in the database until Gardener has its shoot', async ({ page, signIn }) => {
  await signIn('operator')
  await page.goto('/shoots?q=known:database+ga:e2e-shoots')
  await expect(page.getByRole('heading', { name: 'No cluster matches' })).toBeVisible()
  await expectAccessible(page)
  const request = {
    plan: 'trial',
    provider: 'aws',
    platformRegion: 'cf-eu10',
    globalAccount: 'e2e-shoots',
    cluster: 'c-e2e',
  }
  const headers = { 'idempotency-key': `shoots-${Date.now()}` }
  const { id } = await (await page.request.post('/api/v1/claims', { headers, data: request })).json()
  try {
    await expect(row(page, 'c-e2e')).toContainText('only database')
    await expect(row(page, 'c-e2e')).toContainText('claimed, no shoot yet')
    await expect(row(page, 'c-e2e')).toContainText('trial')
  } finally {
    await page.request.delete(`/api/v1/claims/${id}`)
  }
  await expect(page.getByRole('heading', { name: 'No cluster matches' })).toBeVisible()
})
