import { countLinks, expectCountsToHold } from '../support/count-links.ts'
import { bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { expect, test } from '../support/test.ts'

test('viewer: the page shows totals, capacity and items that need attention', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/')
  await expect(page).toHaveTitle('Overview · HAP Console')
  await expect(page.getByText('64 accounts, 12 pools, 1 rule without a pool, 200 shoots')).toBeVisible()
  const figures = page.getByRole('list', { name: 'Accounts by state' })
  await expect(figures.getByRole('listitem')).toHaveCount(11)
  await expect(figures.getByRole('link', { name: 'Claimed 27' })).toBeVisible()

  const capacity = page.getByRole('table', { name: 'Capacity' })
  await expect(capacity.getByRole('row').nth(1)).toContainText(/^azure\s*EU/)
  await expect(capacity.getByRole('row').nth(2)).toContainText('missing pool')
  await expect(capacity.getByRole('row').nth(6)).toContainText('gcp_cf-sa30')
  await expect(capacity.getByRole('row').nth(6)).toContainText('2 free')
  await expect(page.getByRole('list', { name: 'Stuck' }).getByRole('listitem')).toHaveCount(6)
  await expect(page.getByRole('list', { name: 'Infrastructure errors' })).toContainText('quota exceeded')
  await expect(page.getByRole('link', { name: '5 pools low' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Needs attention' })).toContainText('Free but in use')
  const unreachable = page.getByRole('region', { name: 'Rules without a pool, pools without a rule' })
  await expect(unreachable.getByRole('listitem').filter({ hasText: 'trial -> S' })).toContainText(
    'rule targets a missing pool',
  )
  await expect(unreachable.getByRole('listitem').filter({ hasText: 'gdch' })).toContainText('not selected by any rule')
})

test('the parts of the Overview link to their rows, and back returns', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/')
  await page.getByRole('table', { name: 'Capacity' }).getByRole('link', { name: 'gcp_cf-sa30', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'gcp_cf-sa30' })).toBeVisible()
  await page.goBack()
  await page
    .getByRole('region', { name: 'Rules without a pool, pools without a rule' })
    .getByRole('link', { name: 'All 3' })
    .click()
  await expect(page).toHaveURL('/pools?q=problem:no-rule,no-binding,only-queue')
  await expect(page.getByText('2 pools, 1 rule without a pool, ')).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Pools' }).getByText('missing pool')).toBeVisible()
  await page.goBack()
  await page.getByRole('list', { name: 'Stuck' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'sap-aws-skr-cust-00006' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
})

test('recent actions link to their entries and to the audit log', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/')
  const first = page.getByRole('list', { name: 'Recent actions' }).getByRole('listitem').first()
  // A new console adopts its landscape first.
  await expect(first).toBeVisible({ timeout: 60_000 })
  await first.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/audit\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await page.getByRole('link', { name: 'All actions' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeFocused()
})

test('every number equals the number of listed bindings', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Infrastructure errors' }).getByRole('link')).not.toHaveCount(0)
  const links = await countLinks(page.getByRole('main'))
  expect(links.length).toBeGreaterThan(30)
  await expectCountsToHold(page, links)
})

test('a change in Gardener appears in the totals immediately', async ({ page, garden, signIn }) => {
  await signIn('operator')
  await page.goto('/')
  const figures = page.getByRole('list', { name: 'Accounts by state' })
  await expect(figures.getByRole('link', { name: 'Free 12' })).toBeVisible()
  const [free] = await bindingsWith(garden, 'hyperscalerType=gcp,!euAccess,!shared,!dirty,!tenantName,!internal')
  if (!free) throw new Error('The landscape has no free gcp account.')
  const undo = await relabel(garden, free.kind, free.name, { dirty: 'false' })
  try {
    await expect(figures.getByRole('link', { name: 'Free 11' })).toBeVisible()
    await expect(figures.getByRole('link', { name: 'Malformed 6' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Malformed labels 6$/ })).toBeVisible()
  } finally {
    await undo()
  }
  await expect(figures.getByRole('link', { name: 'Free 12' })).toBeVisible()
})
