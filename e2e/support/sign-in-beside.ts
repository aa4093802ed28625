import { expect, type Page } from '@playwright/test'
import type { Role } from '#lib/auth/roles.ts'
import { isAlive } from './hydration.ts'

/** Signs in again in the tab that the message of an open dialog opens. */
export async function signInBeside(page: Page, role: Role): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('Sign in to continue.')
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('link', { name: 'Sign in (opens a new tab)' }).click(),
  ])
  await tab.waitForURL('/sign-in')
  await isAlive(tab)
  await tab.getByRole('button', { name: new RegExp(role, 'i') }).click()
  await expect(tab.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await tab.close()
}
