import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import type { Role } from '#lib/auth/roles.ts'

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** Signs in through the page as one of the demo users. */
export async function signInByPage(page: Page, role: Role): Promise<void> {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: new RegExp(role, 'i') }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}

/** Signs in as the page does, without a page. Out: the cookies of the session. */
export async function signInByRequest(request: APIRequestContext, role: Role): Promise<Cookies> {
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  const form = { csrfToken, user: role, json: 'true' }
  expect((await request.post('/api/auth/callback/demo', { form })).ok()).toBe(true)
  return (await request.storageState()).cookies
}
