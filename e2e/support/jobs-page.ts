import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

export const FREE = '/bindings?q=state:free+type:azure+-shared'

export const dialog = (page: Page) => page.getByRole('dialog')
export const bar = (page: Page) => page.getByRole('region', { name: 'Actions on the selection' })
export const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Select sap-/ })
export const confirmation = (page: Page) => dialog(page).getByRole('textbox', { name: /^Enter the number of bindings/ })

/** Opens a list and selects the first `count` bindings. */
export async function choose(page: Page, count: number, address = FREE): Promise<void> {
  await page.goto(address)
  await boxes(page).first().click()
  if (count > 1)
    await boxes(page)
      .nth(count - 1)
      .click({ modifiers: ['Shift'] })
  await expect(page.getByText(`${count} selected`, { exact: true })).toBeVisible()
}

/** Submits the open dialog and waits for the page of its job. */
export async function start(page: Page, verb: string, count: number): Promise<void> {
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('accounts move')
  await confirmation(page).fill(String(count))
  await dialog(page)
    .getByRole('button', { name: `${verb} ${count}`, exact: true })
    .click()
  await expect(page).toHaveURL(/\/jobs\/[\w-]{22}$/)
  await expect(page.getByRole('heading', { level: 1, name: `${verb}: ${count} bindings` })).toBeVisible()
}

export async function post(page: Page, data: unknown): Promise<string> {
  const answer = await page.request.post('/api/v1/jobs', { data, headers: { 'idempotency-key': randomUUID() } })
  expect(answer.status()).toBe(202)
  return (await answer.json()).id
}
