import type { Page } from '@playwright/test'

export const grid = (page: Page) => page.getByRole('grid', { name: 'Bindings' })
export const rows = (page: Page) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
export const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('link', { name, exact: true }) })
export const box = (page: Page) => page.getByRole('combobox', { name: /^Search bindings/ })
export const columnOf = (page: Page, name: string) => page.getByRole('columnheader', { name })
export const totals = (page: Page) => page.getByRole('list', { name: 'Accounts by state' })
export const hits = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })
