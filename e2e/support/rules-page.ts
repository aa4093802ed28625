import type { Page } from '@playwright/test'

export const editor = (page: Page) => page.getByRole('textbox', { name: 'Rules', exact: true })
export const findings = (page: Page) => page.getByRole('region', { name: 'Findings' })
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const tab = (page: Page, name: string) => page.getByRole('tab', { name })

/** Types a new last rule. */
export async function addRule(page: Page, rule: string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  // The file ends with a newline.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.keyboard.type(rule)
  await page.keyboard.press('Escape')
}
