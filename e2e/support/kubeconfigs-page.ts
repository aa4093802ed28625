import type { Locator, Page } from '@playwright/test'
import { importCluster, requestKubeconfig } from './kubeconfigs.ts'
import { expect, test } from './test.ts'

export const REGISTER = '/operators/kubeconfigs'
export const API = '/api/v1/operators/kubeconfigs'
export const CLUSTER = 'brought'
export const SEEN = 'seen.component'

export const dialog = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })
export const row = (page: Page, name: string) =>
  page
    .getByRole('grid', { name: 'Kubeconfigs' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
export const audited = (page: Page) =>
  page.getByRole('grid', { name: 'Actions' }).locator('tbody tr[data-index]').first()
export const state = (page: Page, word: string) => page.getByRole('main').getByText(`State: ${word}`)

/** Imports a cluster with one request for the tests of a file, and removes it afterwards. */
export function withImportedCluster(): void {
  let remove: (() => Promise<void>) | null = null
  test.beforeAll(async ({ garden }) => {
    remove = await importCluster(garden, CLUSTER)
    await requestKubeconfig(garden, SEEN, { cluster: CLUSTER })
  })
  test.afterAll(async () => remove?.())
}

/** Opens the page of a request and waits until its kubeconfig is issued. */
export async function openIssued(page: Page, name: string): Promise<void> {
  await page.goto(`${REGISTER}/${name}`)
  await expect(state(page, 'Issued')).toBeVisible()
}

export const say = (within: Locator, reason: string) => within.getByLabel('Reason').fill(reason)
