import type { Page } from '@playwright/test'

/** Over the limit on one account, with room on another; full on one, with a second; and a terminating one. */
export const LARGE = '8e6b0e5e-cef4-4e03-a3f8-25e77f79a211'
export const FULL = '6c0eebd3-b3b0-4a22-a9a5-c8a7d6761612'
export const LEAVING = '592db20a-48e2-40ce-bf09-f4dd0588d923'
/** Owns one account without a cluster. */
export const IDLE = 'd1615c47-28d9-40c7-8398-c42634fa0170'

export const answer = (page: Page) => page.getByRole('region', { name: 'Answer' })
export const outcome = (page: Page) => page.getByRole('region', { name: 'Outcome' })
export const headline = (page: Page) => outcome(page).getByRole('heading', { level: 2 })
export const field = (page: Page, name: string) =>
  page.getByRole('form', { name: 'Request' }).getByRole('combobox', { name: new RegExp(`^${name}`) })
