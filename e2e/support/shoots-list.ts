import type { Page } from '@playwright/test'

const grid = (page: Page) => page.getByRole('grid', { name: 'Shoots' })
export const rows = (page: Page) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
export const row = (page: Page, name: string) => rows(page).filter({ has: page.getByRole('rowheader', { name }) })
export const columnOf = (page: Page, name: string) => page.getByRole('columnheader', { name })
export const totals = (page: Page) => page.getByRole('list', { name: 'Shoots by source' })
export const hits = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })
