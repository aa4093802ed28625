import type { Page } from '@playwright/test'

export const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
export const columns = (page: Page) => page.getByRole('button', { name: 'Columns' })
export const item = (page: Page, name: string) => page.getByRole('menuitemcheckbox', { name, exact: true })
export const focus = (page: Page) => page.getByRole('button', { name: 'Focus', exact: true })
