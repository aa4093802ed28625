import type { Page } from '@playwright/test'
import { expect } from './test.ts'

export const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or go to' })
export const box = (page: Page) => palette(page).getByRole('combobox', { name: 'Search or go to' })
export const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
export const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })
export const door = (page: Page) => page.getByRole('button', { name: 'Search or go to' })

/**
 * Opens the palette by key and waits for its box. The shortcut is registered by the last effects of a page, and no
 * element shows when; a first press may be too early.
 */
export async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  const isOpen = await palette(page)
    .waitFor({ timeout: 10_000 })
    .then(
      () => true,
      () => false,
    )
  if (!isOpen) await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
}

export async function firstRow(page: Page, list: string) {
  const { rows } = await (await page.request.get(`/api/v1/${list}&limit=1`)).json()
  return rows[0]
}
