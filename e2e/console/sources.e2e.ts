import { readFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { expectAccessible } from '../support/axe.ts'
import { failRequests } from '../support/garden-faults.ts'
import { NAMESPACE } from '../support/landscape-accounts.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByPage } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('a source that fails is named at once and the page kept; when it is back the page is live again', async ({
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
    await expect(page.getByText(/^Stale since \d\d:\d\d:\d\d UTC\./)).toBeVisible()
    await expect(page.getByText(/^Could not .*credentialsbindings/)).toBeVisible()
    await expect(page.getByText('12 of 12 pools')).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^Stale since \d\d:\d\d:\d\d UTC\./)).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Pools' }).getByRole('row', { name: 'aws EU' })).toBeVisible()
  } finally {
    await clear()
  }
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/^Stale since/)).toHaveCount(0)
  await expect(page.getByText(/^Could not/)).toHaveCount(0)
})

test('whoever may read nothing is told which permission is missing, on every page', async ({
  browser,
  garden,
  landscape,
}) => {
  const kubeconfig = readFileSync(landscape.adminKubeconfig, 'utf8').replace(
    /token: .*/,
    `token: ${await tokenWithoutRights(garden)}`,
  )
  await visit(browser, kubeconfig, async (open, page) => {
    for (const path of ['/', '/pools', '/pools/aws~eu']) {
      await open(path)
      await expect(page.getByRole('heading', { name: 'The console may not read bindings' })).toBeVisible()
      await expect(
        page
          .getByRole('main')
          .getByText(/"list" on credentialsbindings/)
          .last(),
      ).toBeVisible()
    }
    await expectAccessible(page)
  })
})

test('a cluster that never answered is told as such, and nothing is called missing', async ({ browser, landscape }) => {
  const kubeconfig = readFileSync(landscape.adminKubeconfig, 'utf8').replace(
    /server: .*/,
    'server: https://127.0.0.1:1',
  )
  await visit(browser, kubeconfig, async (open, page) => {
    for (const path of ['/', '/pools', '/pools/aws~eu']) {
      await open(path)
      await expect(page.getByRole('heading', { name: 'No bindings have been read yet' })).toBeVisible()
      await expect(page.getByText('It is tried again all the time.')).toBeVisible()
    }
    await expectAccessible(page)
  })
})

type Visit = (open: (path: string) => Promise<unknown>, page: Awaited<ReturnType<Browser['newPage']>>) => Promise<void>

/** Signs in to a console on another kubeconfig. */
async function visit(browser: Browser, kubeconfig: string, look: Visit): Promise<void> {
  const other = await startOtherConsole(kubeconfig)
  const page = await browser.newPage({ baseURL: other.url })
  try {
    await signInByPage(page, 'viewer')
    await look(path => page.goto(path), page)
  } finally {
    await page.close()
    await other.stop()
  }
}

/** Token of a service account nobody gave a role. */
async function tokenWithoutRights(garden: GardenClient): Promise<string> {
  const accounts = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts`
  const post = <Answer>(path: string, body: unknown) =>
    garden.request<Answer>({
      doing: 'make a service account',
      permission: null,
      method: 'POST',
      path,
      contentType: 'application/json',
      body: JSON.stringify(body),
    })
  await post(accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'nobody' } })
  const { status } = await post<{ status: { token: string } }>(`${accounts}/nobody/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: {},
  })
  return status.token
}
