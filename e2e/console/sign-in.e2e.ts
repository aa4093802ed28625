import type { Page } from '@playwright/test'
import { DEMO_USERS } from '#lib/auth/demo-users.ts'
import { expectAccessible } from '../support/axe.ts'
import { SESSION_COOKIE as COOKIE, sealedToken } from '../support/session-cookie.ts'
import { pressUntilSignedIn, signInAs } from '../support/sign-in.ts'
import {
  BINDING,
  FOREIGN_TARGETS,
  newToken,
  PAGES,
  setSessionCookie,
  signInFor,
  UNUSABLE_SESSIONS,
} from '../support/sign-in-cases.ts'
import { expect, test } from '../support/test.ts'

test.describe.configure({ mode: 'parallel' })

const ROUTES = [
  '/api/v1/overview',
  '/api/v1/allowlist',
  '/api/v1/allowlist/history',
  '/api/v1/allowlist/yaml',
  '/api/v1/pools',
  '/api/v1/pools/aws~eu',
  '/api/v1/pools/aws~eu/queue',
  '/api/v1/queues',
  '/api/v1/global-accounts/ga-1/queue',
  '/api/v1/bindings',
  '/api/v1/shoots',
  `/api/v1${BINDING}`,
  `/api/v1${BINDING}/yaml`,
  '/api/v1/global-accounts?start=8',
  '/api/v1/health',
  '/api/v1/events',
]

/** The button with the name of a user, which opens the user menu. */
const userMenu = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Console' }).getByRole('button', { name })

for (const { name, role } of DEMO_USERS)
  test(`${role}: one press signs in, and the page shows the role`, async ({ page }) => {
    await page.goto('/sign-in?returnTo=/settings/sessions')
    await page.getByRole('button', signInAs(role)).click()
    await expect(page).toHaveURL('/settings/sessions')
    await expect(userMenu(page, name)).toContainText(role)
  })

test('the sign-in opens the Overview, and the sign-out ends the session', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/sign-in')
  await expect(page).toHaveTitle('Sign in · HAP Console')
  await expect(page.getByRole('heading', { level: 1, name: 'HAP Console' })).toBeVisible()
  await expect(page.getByText('e2e, garden-kyma-prod')).toBeVisible()
  await expect(page.getByRole('list').getByRole('button')).toHaveCount(3)
  await page.getByRole('button', signInAs('viewer')).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  await page.goto('/sign-in?returnTo=/pools')
  await expect(page, 'a signed-in user is redirected').toHaveURL('/pools')
  await userMenu(page, 'Vera Viewer').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in')
  expect((await page.request.get('/api/v1/pools')).status()).toBe(401)
  await page.goBack()
  await expect(page).toHaveURL(signInFor('/pools'))
})

test('the sign-in works by keyboard', async ({ page }) => {
  await page.goto('/sign-in')
  const admin = page.getByRole('button', signInAs('admin'))
  for (let presses = 0; presses < 5 && !(await admin.evaluate(button => button === document.activeElement)); presses++)
    await page.keyboard.press('Tab')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('the session cookie is hidden from scripts and other sites', async ({ context, signIn }) => {
  await signIn('viewer')
  const session = (await context.cookies()).find(({ name }) => name === COOKIE)
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
})

test('the sign-in returns to the page that required it', async ({ page }) => {
  const address = `${BINDING}?tab=yaml`
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'HAP Console' })).toBeVisible()
  await page.getByRole('button', signInAs('viewer')).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('complementary', { name: 'Console' })).toBeVisible()
})

test('a sign-in redirects to no other site', async ({ page, context, noise, landscape }) => {
  noise.expect(/401/)
  const { host } = new URL(landscape.url)
  await context.clearCookies()
  await page.goto(`/sign-in?returnTo=${encodeURIComponent('/\\evil.example')}`)
  await page.getByRole('button', signInAs('viewer')).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  expect(new URL(page.url()).host).toBe(host)
  for (const target of FOREIGN_TARGETS) {
    const passed = await page.request.get(`/sign-in?returnTo=${encodeURIComponent(target)}`, { maxRedirects: 0 })
    expect(passed.status(), target).toBe(307)
    expect(passed.headers().location, target).toBe('/')
  }
})

test('next-auth redirects to no other site', async ({ page }) => {
  for (const callbackUrl of ['https://evil.example/x', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json()
    const form = { csrfToken, user: 'viewer', callbackUrl, json: 'true' }
    const signedIn = await (await page.request.post('/api/auth/callback/demo', { form })).json()
    expect(signedIn.url, callbackUrl).not.toContain('evil')
    const left = await (
      await page.request.post('/api/auth/signout', { form: { csrfToken, callbackUrl, json: 'true' } })
    ).json()
    expect(left.url, callbackUrl).not.toContain('evil')
  }
})

test.describe('an unusable session cookie', () => {
  test('differs from a valid one, which gives access', async ({ page, context, landscape, request }) => {
    await setSessionCookie(context, landscape.url, await sealedToken(await newToken(request)))
    await page.goto('/pools')
    await expect(page.getByRole('heading', { level: 1, name: 'Pools' })).toBeVisible()
  })

  for (const [what, value] of UNUSABLE_SESSIONS)
    test(`${what}: pages redirect to the sign-in, routes respond with 401`, async ({ context, landscape, request }) => {
      await setSessionCookie(context, landscape.url, await value(request))
      for (const address of ['/api/v1/bindings', '/api/v1/events'])
        expect((await context.request.get(address)).status(), address).toBe(401)
      const answer = await context.request.get('/pools?q=provider:aws', { maxRedirects: 0 })
      expect(answer.status()).toBe(307)
      expect(signInFor('/pools?q=provider:aws')(new URL(answer.headers().location ?? '', landscape.url))).toBe(true)
    })

  test('expired: the page redirects to the sign-in and back', async ({ page, context, landscape, request, noise }) => {
    noise.expect(/status of 429/)
    await setSessionCookie(context, landscape.url, await sealedToken(await newToken(request), { maxAge: -60 }))
    const address = '/pools?q=provider:aws&sort=-shoots'
    await page.goto(address)
    await expect(page).toHaveURL(signInFor(address))
    await pressUntilSignedIn(page, 'operator', address)
    await expect(page.getByText('3 of 12 pools')).toBeVisible()
  })
})

test.describe('without a session', () => {
  test('pages redirect to the sign-in without any data', async ({ page }) => {
    for (const address of PAGES) {
      const answer = await page.request.get(address, { maxRedirects: 0 })
      expect(answer.status(), address).toBe(307)
      const to = new URL(answer.headers().location ?? '', 'http://console')
      expect([to.pathname, to.searchParams.get('returnTo') ?? '/'], address).toEqual(['/sign-in', address])
      expect(await answer.text()).not.toMatch(/euAccess|hyperscalerType/)
    }
  })

  test('routes and the data of pages respond with 401', async ({ page }) => {
    for (const address of ROUTES) {
      const answer = await page.request.get(address)
      expect(answer.status(), address).toBe(401)
      expect(answer.headers()['content-type']).toBe('application/problem+json')
      expect(await answer.json()).toEqual({
        type: 'about:blank',
        title: 'Not signed in',
        status: 401,
        detail: 'Sign in to continue.',
      })
    }
    for (const address of PAGES) {
      const text = await (await page.request.get(address, { headers: { rsc: '1' } })).text()
      expect(text, address).not.toMatch(/euAccess|hyperscalerType/)
    }
  })

  test('the health checks are accessible', async ({ page }) => {
    for (const address of ['/healthz', '/readyz']) expect((await page.request.get(address)).status(), address).toBe(200)
  })

  test('navigation redirects to the sign-in after the session of an open page ends', async ({
    page,
    context,
    noise,
    signIn,
  }) => {
    noise.expect(/401/)
    await signIn('viewer')
    await page.goto('/pools')
    await expect(page.getByText('12 of 12 pools')).toBeVisible()
    await context.clearCookies()
    await page.getByRole('link', { name: 'Bindings', exact: true }).click()
    await expect(page).toHaveURL(signInFor('/bindings'))
    await page.getByRole('button', signInAs('viewer')).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Bindings' })).toBeVisible()
  })
})

test('every page has a content security policy with its own nonce', async ({ page, signIn }) => {
  await signIn('viewer')
  const nonces = new Set<string>()
  for (const address of [...PAGES, '/sign-in', '/nothing']) {
    const headers = (await page.request.get(address, { maxRedirects: 0 })).headers()
    const policy = headers['content-security-policy'] ?? ''
    expect(policy, address).toContain("default-src 'none'")
    expect(policy, address).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-powered-by']).toBeUndefined()
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '')
  }
  expect(nonces.size).toBe(PAGES.length + 2)
})
