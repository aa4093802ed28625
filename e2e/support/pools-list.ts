import type { Page } from '@playwright/test'

/** What the console promises, on a machine that also runs a garden and a browser. */

export const grid = (page: Page) => page.getByRole('grid', { name: 'Pools' })
export const row = (page: Page, name: string | RegExp) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
export const box = (page: Page) => page.getByRole('combobox', { name: /^Search pools/ })
export const columnOf = (page: Page, name: string) => page.getByRole('columnheader', { name })
