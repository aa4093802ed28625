import { expect, type Page } from '@playwright/test'
import type { Role } from '#lib/auth/roles.ts'

/** Signs in through the page as one of the demo users. */
export async function signInByPage(page: Page, role: Role): Promise<void> {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: new RegExp(role, 'i') }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}
