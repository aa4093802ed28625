import type { Page } from '@playwright/test'

const grid = (page: Page) => page.getByRole('grid', { name: 'Actions' })
export const rows = (page: Page) => grid(page).locator('tbody tr[data-index]')
export const box = (page: Page) => page.getByRole('combobox', { name: 'Search actions' })
