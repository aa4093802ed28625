import { bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { box, columnOf, row } from '../support/pools-list.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: { width: 1440, height: 1200 } })

test('viewer: every pool is listed with its accounts, its headroom and its rules', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/')
  await page.getByRole('link', { name: 'Pools', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pools' })).toBeFocused()
  await expect(page).toHaveTitle('Pools · HAP Console')
  await expect(page.getByText('12 pools, 1 rule without a pool, 64 accounts')).toBeVisible()
  await expect(columnOf(page, 'Headroom')).toHaveAttribute('aria-sort', 'ascending')

  await expect(row(page, 'aws EU')).toContainText('aws(PR=cf-eu11) -> EU')
  await expect(row(page, 'aws EU').getByRole('img')).toHaveAccessibleName('3 claimed, 1 dirty, 1 free')
  await expect(row(page, 'azure').getByRole('img')).toHaveAccessibleName(/^4 claimed, .* free; low-water mark 6$/)
  await expect(row(page, 'aws EU').getByRole('link', { name: '1 free', exact: true }).last()).toBeVisible()
  await expect(row(page, 'aws shared')).toContainText('no limit, avg. 6 shoots')
  await expect(row(page, 'gcp shared')).toContainText('missing pool')
  await expect(row(page, 'gdch')).toContainText('not selected by any rule')
  await expect(row(page, /^aws 3 pools/)).toContainText('2 malformed (missing or invalid label)')
})

test('the search filters rows and totals, is stored in the address, and can be removed', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/pools')
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('provider:azure -shared ')
  await expect(page).toHaveURL('/pools?q=provider:azure+-shared')
  await expect(page.getByText('2 of 12 pools')).toBeVisible()
  await expect(page.getByText('2 pools, 12 accounts')).toBeVisible()
  await expect(row(page, 'azure')).toBeVisible()
  await expect(row(page, 'aws')).toHaveCount(0)

  await page.reload()
  await expect(page.getByText('2 of 12 pools')).toBeVisible()
  await page.getByRole('button', { name: 'Remove provider:azure' }).click()
  await expect(page).toHaveURL('/pools?q=-shared')
  await expect(page.getByText('8 of 12 pools')).toBeVisible()
})

test('an account of several bindings counts once, and the list of its bindings says so', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/pools/aws')
  await page.getByRole('link', { name: '24 accounts', exact: true }).click()
  await expect(page).toHaveURL('/bindings?q=pool:aws')
  await expect(page.getByText('27 of 67 bindings, 24 accounts')).toBeAttached()
})

test.describe('the page of a pool', () => {
  test('shows states, first bindings, global accounts and rules, and copies selectors', async ({
    page,
    context,
    signIn,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn('viewer')
    await page.goto('/pools/aws~eu')
    await expect(page).toHaveTitle('aws · EU · HAP Console')
    await expect(page.getByRole('heading', { level: 1, name: 'aws' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Rules selecting this pool' })).toContainText('aws(PR=cf-eu11) -> EU')
    await expect(page.getByRole('table', { name: 'Bindings' }).getByRole('row')).toHaveCount(6)
    await expect(page.getByRole('list', { name: 'Global accounts', exact: true }).getByRole('listitem')).toHaveCount(2)

    const selectors = page.getByRole('region', { name: 'Label selectors' })
    await selectors.getByRole('button', { name: 'Copy command' }).first().click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      "kubectl get credentialsbindings,secretbindings -n garden-kyma-prod -l 'hyperscalerType=aws,euAccess=true,shared!=true,!dirty,!tenantName'",
    )
    await selectors.getByRole('button', { name: 'Copy selector' }).first().click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'hyperscalerType=aws,euAccess=true,shared!=true,!dirty,!tenantName',
    )

    await page.getByRole('table', { name: 'Bindings' }).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'sap-aws-skr-eu-00001' })).toBeVisible()
    await page.goBack()
    await page
      .getByRole('region', { name: 'Global accounts', exact: true })
      .getByRole('link', { name: /^All \d+$/ })
      .click()
    await expect(page).toHaveURL('/global-accounts?q=uses:aws~eu')
  })

  test('updates with the garden', async ({ page, garden, signIn }) => {
    await signIn('viewer')
    await page.goto('/pools/gcp_cf-sa30')
    const free = page.getByRole('link', { name: /^\d+ free$/ })
    await expect(free).toHaveText('2 free')
    const [account] = await bindingsWith(garden, 'hyperscalerType=gcp_cf-sa30,!dirty,!tenantName')
    if (!account) throw new Error('The landscape has no free account in gcp_cf-sa30.')
    const undo = await relabel(garden, account.kind, account.name, { dirty: 'true' })
    try {
      await expect(free).toHaveText('1 free')
      await expect(page.getByRole('link', { name: '2 dirty' })).toBeVisible()
    } finally {
      await undo()
    }
  })

  test('shows the labels that a rule without a pool requires', async ({ page, signIn }) => {
    await signIn('viewer')
    await page.goto('/pools')
    await row(page, 'gcp shared').getByRole('link', { name: 'gcp', exact: true }).click()
    await expect(page.getByText('missing pool', { exact: true })).toBeVisible()
    await expect(page.getByText('No bindings of this type yet.')).toBeVisible()
    await expect(page.getByText('shared=true', { exact: true })).toBeVisible()
  })

  test('responds with 404 for a key without a pool', async ({ page, noise, signIn }) => {
    noise.expect(/404/)
    await signIn('viewer')
    for (const key of ['nothing', 'aws~eu~']) expect((await page.request.get(`/pools/${key}`)).status(), key).toBe(404)
    expect((await page.goto(`/pools/${encodeURIComponent('x,shared=true')}`))?.status()).toBe(404)
    await expect(page).toHaveTitle('Not found · HAP Console')
    await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
  })
})
