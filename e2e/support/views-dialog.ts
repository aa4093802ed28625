import type { Page } from '@playwright/test'
import { expect } from './test.ts'

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Saved views' })
export const own = (page: Page) => dialog(page).getByRole('region', { name: 'Your views' })
export const open = (page: Page) => page.getByRole('button', { name: 'Saved views', exact: true }).click()

export async function save(page: Page, name: string, shared = false): Promise<void> {
  await dialog(page).getByRole('textbox', { name: 'Save this view as' }).fill(name)
  if (shared) await dialog(page).getByRole('checkbox', { name: 'Share with all users' }).check()
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await expect(own(page).getByRole('link', { name, exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('checkbox', { name: 'Share with all users' })).not.toBeChecked()
}
