import { SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import { expectAccessible } from '../support/axe.ts'
import { dialog, facts, grid, make, rowOf } from '../support/operators-page.ts'
import { expect, test } from '../support/test.ts'

const EMPTY = [
  ['Clusters', '/operators/clusters', 'No Clusters yet'],
  ['Subscription requests', '/operators/subscription-requests', 'No subscription requests yet'],
  ['Queue', '/operators/waiting', 'No waiting claims'],
] as const

test('viewer: Operators is in the navigation, and its lists are tabs', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Operators', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Operators' })).toBeFocused()
  const tabs = page.getByRole('navigation', { name: 'Operators' })
  for (const [tab, address, empty] of EMPTY) {
    await tabs.getByRole('link', { name: tab, exact: true }).click()
    await expect(page).toHaveURL(address)
    await expect(page).toHaveTitle(`${tab} · HAP Console`)
    await expect(page.getByRole('heading', { name: empty })).toBeVisible()
    await expect(tabs.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(`Operators${tab}`)
  }
  await page.goto('/operators')
  await expect(page).toHaveURL('/operators/clusters')
  const create = page.getByRole('button', { name: 'New Cluster' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await page.goto('/operators/clusters?act=create')
  await expect(dialog(page)).toHaveCount(0)
})

test('a form for an account shows errors at their fields and the manifest, and creates the request', async ({
  page,
  signIn,
}) => {
  await signIn('operator')
  await page.goto('/operators/subscription-requests')
  await page.getByRole('button', { name: 'New request' }).click()
  const form = dialog(page)
  const create = form.getByRole('button', { name: 'Create subscription request' })
  const accounts = form.getByLabel('Account selector')
  await form.getByLabel('Name', { exact: true }).press('Enter')
  await expect(form.getByText('Enter a name.')).toBeVisible()
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await form.getByLabel('Name', { exact: true }).fill('mine')
  await create.click()
  await expect(accounts).toBeFocused()
  await expect(form.getByText('Enter an account selector')).toBeVisible()
  await expect(form.getByText('A reason is required.')).toBeVisible()
  await accounts.fill('private')
  await expect(form.getByText('An account of global account private.')).toBeVisible()
  await form.getByLabel('Name', { exact: true }).fill('Not A Name')
  await form.getByLabel('Account selector').fill('globalaccount:e2e-1 || nobody || shared')
  await expect(form.getByText('Use lowercase letters, digits, dots and hyphens', { exact: false })).toBeVisible()
  await form.getByLabel('Name', { exact: true }).fill('mine')
  await expect(form.getByLabel('Account selector')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Account selector').fill('globalaccount:e2e-1')
  await expect(form.getByRole('region', { name: 'YAML' })).toContainText('kind: SubscriptionRequest')
  await expectAccessible(page)
  await form.getByLabel('Reason').fill('for the end-to-end tests')
  await create.click()
  await expect(page.getByText('mine requested.', { exact: false })).toBeVisible()
  const row = rowOf(page, 'Subscription requests', 'mine')
  await expect(row).toContainText('Ready')
  const account = row.locator('a[href^="/bindings/"]')
  const binding = (await account.textContent()) ?? ''
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'mine' })).toBeFocused()
  await expect(page.getByRole('table', { name: 'Conditions' })).toContainText('Claimed')
  await expect(page.getByRole('table', { name: 'Events' })).toContainText('Claimed')
  await expectAccessible(page)
  await facts(page, 'Related resources').getByRole('link', { name: binding }).click()
  const uses = page.getByRole('list', { name: 'Clusters and subscription requests' })
  await expect(uses.getByRole('link', { name: 'mine' })).toHaveAttribute(
    'href',
    '/operators/subscription-requests/mine',
  )
  await page.goto('/global-accounts/e2e-1')
  await expect(uses.getByRole('link', { name: 'mine' })).toBeVisible()
  await page.goto('/audit?q=reason:"for the end-to-end tests"')
  await expect(grid(page, 'Actions').getByRole('row').nth(1)).toContainText('mine')
})

test('deleting a request with an account requires its name and releases the account', async ({
  page,
  garden,
  noise,
  signIn,
}) => {
  noise.expect(/status of 404/)
  await signIn('operator')
  await make(garden, SUBSCRIPTION_REQUESTS, 'leaving', { provider: 'azure', subscriptionSelector: 'e2e-leaving' })
  await page.goto('/operators/subscription-requests')
  await expect(rowOf(page, 'Subscription requests', 'leaving')).toContainText('Ready')
  await page.goto('/operators/subscription-requests/leaving')
  await page.getByRole('button', { name: 'Delete SubscriptionRequest' }).click()
  const form = dialog(page)
  await expect(form).toContainText(/The account \S+ will be released\./)
  await form.getByLabel('Reason').fill('not used any more')
  const submit = form.getByRole('button', { name: 'Delete SubscriptionRequest' })
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await form.getByLabel(/^Enter the name/).fill('leaving')
  await expectAccessible(page)
  await submit.click()
  await expect(page.getByText('This SubscriptionRequest was deleted.', { exact: false })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'SubscriptionRequest not found' })).toBeVisible()
})

test('signed out: the page redirects to the sign-in with its address', async ({ page }) => {
  await page.goto('/operators/clusters?q=state:failed')
  await expect(page).toHaveURL(
    ({ searchParams }) => searchParams.get('returnTo') === '/operators/clusters?q=state:failed',
  )
})
