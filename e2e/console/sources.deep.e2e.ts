import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import type { Role } from '#lib/auth/roles.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { failRequests } from '../support/garden-faults.ts'
import type { Landscape } from '../support/landscape.ts'
import { NAMESPACE } from '../support/landscape-accounts.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByPage } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('a failing source is named immediately while the page remains, and the page is live again when the source recovers', async ({
  page,
  garden,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/pools')
  await expect(page.getByText('12 of 12 pools')).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const clear = await failRequests(garden, 'credentialsbindings.security.gardener.cloud', 503)
  try {
    await expect(page.getByText(/^No contact with Gardener since \d\d:\d\d:\d\d UTC\./)).toBeVisible()
    await expect(page.getByText(/^Could not .*credentialsbindings/)).toBeVisible()
    await expect(page.getByText('12 of 12 pools')).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^No contact with Gardener since \d\d:\d\d:\d\d UTC\./)).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Pools' }).getByRole('row', { name: 'aws EU' })).toBeVisible()
  } finally {
    await clear()
  }
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/^No contact with Gardener since/)).toHaveCount(0)
  await expect(page.getByText(/^Could not/)).toHaveCount(0)
})

const NO_BINDINGS = ['/', '/pools', '/pools/aws~eu', '/bindings', '/bindings/CredentialsBinding/x', '/global-accounts']
const NO_CLUSTER_OR_ACCOUNT = '/global-accounts/x'

test('without any permission every page names the missing one', async ({ browser, garden, landscape }) => {
  test.slow()
  const kubeconfig = await kubeconfigOf(garden, landscape, 'without-permissions', [])
  await visit(browser, kubeconfig, async (open, page) => {
    const expectUnread = async (path: string, what: 'bindings' | 'shoots') => {
      await open(path)
      await expect(page.getByRole('heading', { name: `The console is not permitted to read ${what}` })).toBeVisible()
      const permission = new RegExp(`"list" on ${what === 'shoots' ? what : 'credentialsbindings'}`)
      await expect(page.getByRole('main').getByText(permission).last()).toBeVisible()
    }
    for (const path of [...NO_BINDINGS, NO_CLUSTER_OR_ACCOUNT]) await expectUnread(path, 'bindings')
    await expectUnread('/shoots', 'shoots')
    await expectAccessibleInBothThemes(page)
    await open('/allowlist')
    await expect(overLimit(page)).toHaveText('—')
  })
})

test('with an unreachable API server every page shows that nothing is loaded yet, not that objects are missing', async ({
  browser,
  landscape,
}) => {
  test.slow()
  const kubeconfig = readFileSync(landscape.adminKubeconfig, 'utf8').replace(
    /server: .*/,
    'server: https://127.0.0.1:1',
  )
  await visit(browser, kubeconfig, async (open, page) => {
    const expectUnread = async (path: string, what: 'bindings' | 'shoots') => {
      await open(path)
      await expect(page.getByRole('heading', { name: `No ${what} loaded yet` })).toBeVisible()
      await expect(page.getByText('The console keeps retrying.')).toBeVisible()
    }
    for (const path of [...NO_BINDINGS, NO_CLUSTER_OR_ACCOUNT]) await expectUnread(path, 'bindings')
    await expectUnread('/shoots', 'shoots')
    await expectAccessibleInBothThemes(page)
    // Nothing was adopted either.
    await open('/audit')
    await expect(page.getByRole('heading', { name: 'No actions yet' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await open('/allowlist')
    await expect(overLimit(page)).toHaveText('—')
  })
})

test('without permission to read shoots, counts of clusters are unknown instead of zero, with the reason', async ({
  browser,
  garden,
  landscape,
  page: known,
  signIn,
}) => {
  test.slow()
  await signIn('viewer')
  const answer = await known.request.get('/api/v1/bindings?q=state:claimed+shoots:0+kind:CredentialsBinding&limit=1')
  const [{ name, tenant }] = (await answer.json()).rows
  const bindings = [
    { apiGroups: ['security.gardener.cloud'], resources: ['credentialsbindings'] },
    { apiGroups: ['core.gardener.cloud'], resources: ['secretbindings'] },
  ]
  const kubeconfig = await kubeconfigOf(garden, landscape, 'without-shoots', bindings)
  const unread = 'The console is not permitted to read shoots'
  await visit(
    browser,
    kubeconfig,
    async (open, page) => {
      const region = (label: string) => page.getByRole('region', { name: label, exact: true })
      await expect(region('Infrastructure errors')).toContainText(`${unread}.`)
      await expect(region('Infrastructure errors')).toContainText('"list" on shoots')
      await expect(page.getByText('— shoots', { exact: true })).toBeVisible()

      await open(`/bindings/CredentialsBinding/${name}`)
      await expect(region('Shoots on this account')).toContainText(`${unread}.`)
      await expect(page.getByText('Claimed but unused.')).toHaveCount(0)
      await expect(page.getByText('— shoots')).toBeVisible()
      await expectAccessibleInBothThemes(page)
      await page.getByRole('tab', { name: 'Shoots', exact: true }).click()
      await expect(page.getByRole('heading', { name: unread })).toBeVisible()
      await open('/bindings?q=problem:idle-claim')
      await expect(page.getByRole('heading', { name: 'No binding matches' })).toBeVisible()
      await open('/bindings')
      await expect(page.getByRole('grid', { name: 'Bindings' }).getByRole('row').nth(1)).toContainText('—')
      await expect(page.getByRole('link', { name: /shoots? on the account of/ })).toHaveCount(0)
      const file = await page.request.get(`/api/v1/bindings/export?format=csv&cols=shoots,failing&q=name:${name}`)
      expect(await file.text()).toMatch(/^shoots,reserved_clusters,failing_shoots,limit\r\n(,,,\d*\r\n)+$/)
      const list = await page.request.get('/api/v1/bindings?limit=1')
      expect((await list.json()).unread).toEqual(['shoots'])

      await open(`/global-accounts/${tenant}`)
      await expect(page.getByText('— clusters').first()).toBeVisible()
      await expect(page.getByText(/room for|could come back/)).toHaveCount(0)
      await page.getByRole('tab', { name: 'Clusters', exact: true }).click()
      await expect(page.getByRole('heading', { name: unread })).toBeVisible()
      await open('/global-accounts/x')
      await expect(page.getByRole('heading', { name: unread })).toBeVisible()
      await open('/shoots')
      await expect(page.getByRole('heading', { name: unread })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveAccessibleDescription(
        /Not all shoots have been read/,
      )
      const refused = await page.request.get('/api/v1/shoots/export?format=csv')
      expect(refused.status()).toBe(503)
      expect((await refused.json()).detail).toContain('Not all shoots have been read')

      await open('/allowlist')
      await expect(overLimit(page)).toHaveText('—')
      await page.getByRole('textbox', { name: 'Default limit' }).fill('500')
      await expect(region('Effect of this draft')).toContainText(`${unread}.`)
    },
    'admin',
  )
})

/** Number of accounts over their limit according to the allowlist. */
function overLimit(page: Page) {
  return page.getByRole('region', { name: 'In force' }).getByRole('definition').nth(1)
}

type Visit = (open: (path: string) => Promise<unknown>, page: Page) => Promise<void>

/** Signs in to a console with another kubeconfig. */
async function visit(browser: Browser, kubeconfig: string, look: Visit, role: Role = 'viewer'): Promise<void> {
  const other = await startOtherConsole(kubeconfig)
  const page = await browser.newPage({ baseURL: other.url })
  try {
    await signInByPage(page, role)
    await look(path => page.goto(path), page)
  } finally {
    await page.close()
    await other.stop()
  }
}

interface Readable {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
}

/** A kubeconfig of a service account with read permissions for `readable`. */
async function kubeconfigOf(
  garden: GardenClient,
  { adminKubeconfig }: Landscape,
  name: string,
  readable: readonly Readable[],
): Promise<string> {
  const accounts = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts`
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}`
  const post = <Answer>(path: string, body: unknown) =>
    garden.request<Answer>({
      doing: 'make a service account',
      permission: null,
      method: 'POST',
      path,
      contentType: 'application/json',
      body: JSON.stringify(body),
    })
  await post(accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } })
  if (readable.length > 0) {
    const apiGroup = 'rbac.authorization.k8s.io'
    const apiVersion = `${apiGroup}/v1`
    const rules = readable.map(rule => ({ ...rule, verbs: ['get', 'list', 'watch'] }))
    await post(`${rbac}/roles`, { apiVersion, kind: 'Role', metadata: { name }, rules })
    await post(`${rbac}/rolebindings`, {
      apiVersion,
      kind: 'RoleBinding',
      metadata: { name },
      subjects: [{ kind: 'ServiceAccount', name, namespace: NAMESPACE }],
      roleRef: { apiGroup, kind: 'Role', name },
    })
  }
  const { status } = await post<{ status: { token: string } }>(`${accounts}/${name}/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: {},
  })
  return readFileSync(adminKubeconfig, 'utf8').replace(/token: .*/, `token: ${status.token}`)
}

test('a failing source of plans is shown in Settings and does not make pages stale', async ({
  page,
  garden,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/shoots?q=plan:sap-converged-cloud')
  const plans = page.getByRole('grid', { name: 'Shoots' }).getByRole('gridcell', { name: 'sap-converged-cloud' })
  await expect(plans.first()).toBeVisible()
  const clear = await failRequests(garden, 'runtimes.infrastructuremanager.kyma-project.io', 503)
  const source = (name: string) =>
    page
      .getByRole('table', { name: 'Data sources' })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  try {
    await page.goto('/settings')
    await expect(source('Runtimes')).toContainText(/reconnecting.*Could not (list|watch) runtimes/, { timeout: 60_000 })
    await expect(source('GardenerClusters')).toContainText('live')
    await page.goto('/shoots?q=plan:sap-converged-cloud')
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await expect(plans.first()).toBeVisible()
    await expect(page.getByText(/^Could not/)).toHaveCount(0)
  } finally {
    await clear()
  }
  await page.goto('/settings')
  await expect(source('Runtimes')).toContainText('live', { timeout: 60_000 })
})
