import { setTimeout as delay } from 'node:timers/promises'
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import type { Role } from '#lib/auth/roles.ts'

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** Options that find the button of a demo user. */
export const signInAs = (role: string) => ({ name: new RegExp(role, 'i') })

/** Signs in on the page as a demo user. */
export async function signInByPage(page: Page, role: Role): Promise<void> {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: new RegExp(role, 'i') }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}

/**
 * Signs in as a demo user without a page and returns the cookies of the session. Waits while rate-limited, because
 * all tests share one address.
 */
export async function signInByRequest(request: APIRequestContext, role: Role): Promise<Cookies> {
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  const form = { csrfToken, user: role, json: 'true' }
  let answer = await request.post('/api/auth/callback/demo', { form })
  while (answer.status() === 429) {
    await delay(Number(answer.headers()['retry-after']) * 1_000)
    answer = await request.post('/api/auth/callback/demo', { form })
  }
  expect(answer.ok()).toBe(true)
  return (await request.storageState()).cookies
}

/**
 * Presses the button of the open sign-in page, repeatedly while the address is rate-limited, until the browser
 * reaches `address`.
 */
export async function pressUntilSignedIn(page: Page, role: Role, address: string): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(role, 'i') })
  await expect(async () => {
    if (await button.isVisible()) await button.click()
    await expect(page).toHaveURL(address, { timeout: 5_000 })
  }).toPass({ timeout: 90_000 })
}
