import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const inDialog = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name })
export const scope = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
export const limit = (page: Page, provider: string) => page.getByLabel(`Limit of ${provider}`, { exact: true })
export const listed = (page: Page) => page.getByRole('table', { name: 'Listed global accounts' })
export const box = (page: Page) => page.getByRole('textbox', { name: /^Add global accounts/ })
export const consequences = (page: Page) => page.getByRole('region', { name: 'Effect of this draft' })

export async function open(page: Page): Promise<void> {
  await page.goto('/allowlist')
  await expect(page.getByRole('heading', { level: 1, name: 'Allowlist' })).toBeVisible()
}

/** The settings in force, downloaded as YAML. */
export async function exported(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export YAML', exact: true }).click(),
  ])
  return readFileSync(await download.path(), 'utf8')
}
