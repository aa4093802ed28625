import type { Page } from '@playwright/test'
import { expect } from './test.ts'

export const grid = (page: Page) => page.getByRole('grid', { name: 'Global accounts' })
export const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })

/** Opens the page of the global account that owns an account. */
export async function openOwnerOf(page: Page, binding: string): Promise<string> {
  await page.goto(`/bindings/CredentialsBinding/${binding}`)
  await page.getByRole('region', { name: 'Account', exact: true }).locator('a[href^="/global-accounts/"]').click()
  await expect(page).toHaveURL(/\/global-accounts\/[^/?]+$/)
  await expect(tab(page, /^Summary/)).toHaveAttribute('aria-selected', 'true')
  return page.url().split('/').at(-1) ?? ''
}
