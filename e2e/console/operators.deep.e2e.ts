import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'
import { CLUSTERS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { type Landscape, startLandscape } from '../support/landscape.ts'
import { addBinding } from '../support/landscape-accounts.ts'
import { dialog, facts, make, NAMESPACE, rowOf } from '../support/operators-page.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByPage } from '../support/sign-in.ts'
import { test as base, expect } from '../support/test.ts'

/** A landscape of its own, because these tests claim accounts. */
const test = base.extend<object, { readonly landscape: Landscape }>({
  landscape: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const landscape = await startLandscape('demo')
      await use(landscape)
      await landscape.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

async function remove(garden: GardenClient, resource: Resource, name: string): Promise<void> {
  const place = { resource, namespace: NAMESPACE, name }
  await garden.delete(place).catch((error: unknown) => {
    if (!isNotFound(error)) throw error
  })
  const gone = () =>
    garden
      .get(place)
      .then(() => false)
      .catch(isNotFound)
  await expect.poll(gone, { timeout: 120_000 }).toBe(true)
}

test('a request for an exhausted pool has a position in the queue', async ({ page, garden, signIn }) => {
  await signIn('viewer')
  // Without any binding the pool would not exist, and the requests would be refused.
  const removeOnly = await addBinding(garden, {
    name: 'only-openstack',
    labels: { hyperscalerType: 'openstack', tenantName: 'e2e-owner' },
    of: 'sap-openstack-skr-eu-de-1-00005',
  })
  try {
    await page.goto('/operators/subscription-requests?q=state:waiting')
    await expect
      .poll(async () => (await (await page.request.get('/api/v1/bindings?q=only-openstack')).json()).hits)
      .toBe(1)
    for (const name of ['first', 'second']) {
      await make(garden, SUBSCRIPTION_REQUESTS, name, { provider: 'openstack', subscriptionSelector: `e2e-${name}` })
      // The operator reconciles requests in parallel, so the first must wait before the second is created.
      await expect(rowOf(page, 'Subscription requests', name)).toContainText('Waiting')
    }
    await expect(
      page.getByRole('list', { name: 'Subscription requests by state' }).getByRole('link', { name: '2 waiting' }),
    ).toHaveAttribute('aria-current', 'true')
    await page.getByRole('navigation', { name: 'Operators' }).getByRole('link', { name: 'Queue' }).click()
    const queue = page.getByRole('table', { name: /^Waiting for openstack/ })
    await expect(queue.getByRole('row')).toHaveCount(3)
    for (const [position, name] of ['first', 'second'].entries()) {
      const row = queue.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
      await expect(row.getByRole('rowheader')).toHaveText(String(position + 1))
    }
    await expectAccessibleInBothThemes(page)
    await queue.getByRole('link', { name: 'second', exact: true }).click()
    await expect(facts(page, 'Related resources')).toContainText('Position in the queue2')
    // The page of a deleted request would report 404.
    await page.goto('/operators/subscription-requests')
  } finally {
    for (const name of ['first', 'second']) await remove(garden, SUBSCRIPTION_REQUESTS, name)
    await removeOnly()
  }
})

test('a Cluster created on the page becomes ready, and is deleted with its shoot', async ({ page, noise, signIn }) => {
  noise.expect(/status of 404/)
  test.slow()
  await signIn('operator')
  await page.goto('/operators/clusters')
  await page.getByRole('button', { name: 'New Cluster' }).click()
  const form = dialog(page)
  for (const [label, value] of [
    ['Name', 'orders'],
    ['Global account', 'e2e-orders'],
    ['Plan', 'aws'],
    ['Region', 'eu-central-1'],
    ['Machine type', 'm6i.large'],
    ['Minimum nodes', '5'],
    ['Maximum nodes', '3'],
    ['Administrators', 'olga@example.com'],
  ] as const)
    await form
      .getByRole('textbox', { name: new RegExp(`^${label}`) })
      .or(form.getByRole('combobox', { name: new RegExp(`^${label}`) }))
      .first()
      .fill(value)
  const region = form.getByRole('combobox', { name: 'Region', exact: true })
  await region.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'eu-central-1', exact: true })).toHaveAttribute('aria-selected', 'true')
  await region.press('Escape')
  await expect(form).toBeVisible()
  await expect(
    form.getByText('Must not be less than the minimum number of nodes.', { exact: false }).first(),
  ).toBeVisible()
  await form.getByLabel('Maximum nodes').fill('8')
  await expect(form.getByRole('region', { name: 'YAML' })).toContainText(
    'subscriptionSelector: globalaccount:e2e-orders',
  )
  await expectAccessibleInBothThemes(page)
  await form.getByLabel('Reason').fill('a customer asked for it')
  await form.getByRole('button', { name: 'Create Cluster' }).click()
  const row = rowOf(page, 'Clusters', 'orders')
  await expect(row).toBeVisible()
  await expect(row).toContainText('Ready', { timeout: 120_000 })
  await expect(row.locator('a[href^="/shoots?q=name:"]')).toBeVisible()

  await row.getByRole('link', { name: 'orders', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Conditions' })).toContainText('ShootReady')
  await expect(page.getByRole('list', { name: 'Administrators' })).toContainText('olga@example.com')
  await expect(page.getByRole('button', { name: 'Delete Cluster' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('tab', { name: 'YAML' }).click()
  await expect(page.getByRole('region', { name: 'YAML' })).toContainText('kind: Cluster')
  await expect(page.getByRole('region', { name: 'YAML' })).not.toContainText('managedFields')

  await page.goto('/operators/subscription-requests/orders')
  await expect(page.getByRole('button', { name: 'Delete SubscriptionRequest' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(facts(page, 'Related resources').getByRole('link', { name: 'orders' })).toHaveAttribute(
    'href',
    '/operators/clusters/orders',
  )

  await signIn('admin')
  await page.goto('/operators/clusters/orders?act=delete')
  await expect(dialog(page)).toContainText(/Gardener will delete the shoot c-\w+ with everything in it\./)
  await dialog(page).getByLabel('Reason').fill('it is not used')
  await dialog(page)
    .getByLabel(/^Enter the name/)
    .fill('orders')
  await dialog(page).getByRole('button', { name: 'Delete Cluster' }).click()
  await expect(page.getByText('Deletion of orders requested.')).toBeVisible()
  await expect(page.getByText('This Cluster was deleted.', { exact: false })).toBeVisible({ timeout: 120_000 })
  await page.goto('/operators/clusters')
  await expect(page.getByRole('heading', { name: 'No Clusters yet' })).toBeVisible()
})

test('the lists are searched, sorted and exported, and show a change within a second', async ({
  page,
  garden,
  signIn,
}) => {
  const infrastructure = { provider: 'aws', machineType: 'm6i.large', autoScalerMin: 1, autoScalerMax: 2 }
  const made = (name: string) =>
    make(
      garden,
      CLUSTERS,
      name,
      { core: { region: 'eu-central-1' }, infrastructure: { ...infrastructure, subscriptionSelector: 'e2e-lists' } },
      { plan: 'no-such-plan' },
    )
  try {
    await made('alpha')
    await make(garden, CLUSTERS, 'brought', { kubeconfigSecretRef: { name: 'nowhere' } })
    await signIn('viewer')
    await page.goto('/operators/clusters')
    await expect(rowOf(page, 'Clusters', 'alpha')).toContainText('Failed')
    await expect(rowOf(page, 'Clusters', 'brought')).toContainText('Failed')
    await expect(page.getByText('2 Clusters', { exact: true })).toBeVisible()
    const state = page.getByRole('columnheader', { name: 'State' })
    await state.getByRole('button').click()
    await expect(state).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('combobox', { name: /^Search Clusters/ }).fill('brought ')
    await expect(page.getByText('1 of 2 Clusters').first()).toBeVisible()
    await expect(rowOf(page, 'Clusters', 'alpha')).toHaveCount(0)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const [head, line, ...more] = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n')
    expect(head).toContain('name,state,reason')
    expect(line).toMatch(/^brought,failed,/)
    expect(more).toEqual([])
    await page.goto('/operators/clusters?q=state:deleting')
    await expect(page.getByRole('heading', { name: 'No Cluster matches' })).toBeVisible()
    await page.goto('/operators/clusters?q=tpye:aws&sort=__proto__')
    await expect(page.getByRole('heading', { name: 'Invalid search' })).toBeVisible()

    await page.goto('/operators/clusters?q=name:beta')
    await expect(page.getByRole('heading', { name: 'No Cluster matches' })).toBeVisible()
    await made('beta')
    await expect(rowOf(page, 'Clusters', 'beta')).toBeVisible({ timeout: 5_000 })
  } finally {
    for (const name of ['alpha', 'beta', 'brought']) await remove(garden, CLUSTERS, name)
  }
  await expect(page.getByRole('heading', { name: 'No Clusters yet' })).toBeVisible()
})

test('the lists report a missing control plane, a missing permission, and an unreachable control plane', async ({
  browser,
  landscape,
}) => {
  test.slow()
  const kubeconfig = readFileSync(landscape.adminKubeconfig, 'utf8')
  const viewerKubeconfig = landscape.adminKubeconfig.replace('admin', 'viewer')
  const folder = landscape.adminKubeconfig.replace(/[^/]+$/, '')
  const broken = `${folder}unreachable`
  writeFileSync(broken, kubeconfig.replace(/server: .*/, 'server: https://127.0.0.1:1'))
  for (const [settings, title] of [
    [{}, 'Clusters are not served here'],
    [{ HAP_KCP_KUBECONFIG: viewerKubeconfig, HAP_ROLES: 'web' }, 'The console is not permitted to read Clusters'],
    [{ HAP_KCP_KUBECONFIG: broken, HAP_ROLES: 'web' }, 'No Clusters loaded yet'],
  ] as const) {
    const other = await startOtherConsole(kubeconfig, settings)
    const page = await browser.newPage({ baseURL: other.url })
    try {
      await signInByPage(page, 'operator')
      await page.goto('/operators/clusters')
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expect(page.getByRole('button', { name: 'New Cluster' })).toHaveAttribute('aria-disabled', 'true')
      await expectAccessibleInBothThemes(page)
    } finally {
      await page.close()
      await other.stop()
    }
  }
})

test('absent objects respond with 404 and an explanation', async ({ page, noise, signIn }) => {
  noise.expect(/status of 404/)
  await signIn('viewer')
  for (const [address, heading] of [
    ['/operators/clusters/nobody', 'Cluster not found'],
    ['/operators/subscription-requests/%3Cscript%3E', 'SubscriptionRequest not found'],
    ['/operators/kubeconfigs/nobody', 'KubeconfigRequest not found'],
  ] as const) {
    expect((await page.goto(address))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
  for (const address of [
    '/api/v1/operators/clusters/nobody',
    '/api/v1/operators/clusters/nobody/yaml',
    '/api/v1/operators/subscription-requests/nobody/events',
  ])
    expect((await page.request.get(address)).status()).toBe(404)
  expect((await page.request.get('/api/v1/operators/clusters?colour=red')).status()).toBe(400)
  expect((await page.request.get('/api/v1/operators/uses?kind=Nothing&name=x')).status()).toBe(400)
  expect((await page.request.post('/api/v1/operators/clusters', { data: {} })).status()).toBe(403)
})
