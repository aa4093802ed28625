import type { Page } from '@playwright/test'

export const answer = (page: Page) => page.getByRole('region', { name: 'Answer' })
export const outcome = (page: Page) => page.getByRole('region', { name: 'Outcome' })
export const headline = (page: Page) => outcome(page).getByRole('heading', { level: 2 })
export const field = (page: Page, name: string) =>
  page.getByRole('form', { name: 'Request' }).getByRole('combobox', { name: new RegExp(`^${name}`) })
