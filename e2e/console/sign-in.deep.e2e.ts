import { SIGN_IN_FAILURES } from '#lib/auth/oidc/sign-in-failure.ts'
import { SESSION_COOKIE as COOKIE } from '../support/session-cookie.ts'
import { pressUntilSignedIn, signInAs } from '../support/sign-in.ts'
import { FOREIGN_TARGETS, PAGES, setSessionCookie, signInFor, UNUSABLE_SESSIONS } from '../support/sign-in-cases.ts'
import { expect, test } from '../support/test.ts'

test('a failed sign-in request shows an error, and a retry succeeds', async ({ page, noise }) => {
  noise.expect(/./)
  await page.goto('/sign-in')
  await page.route('**/api/auth/callback/demo*', route => route.abort())
  await page.getByRole('button', signInAs('viewer')).click()
  await expect(page.getByRole('alert').getByText('Sign-in failed: unexpected response from the console.')).toBeVisible()
  await page.unroute('**/api/auth/callback/demo*')
  await page.getByRole('button', signInAs('viewer')).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('the demo sign-in accepts only its users, without a proxy and with the token of the form', async ({
  page,
  context,
}) => {
  for (const user of ['root', '', 'toString', '__proto__', 'viewer ']) {
    const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json()
    const form = { csrfToken, user, json: 'true' }
    expect((await page.request.post('/api/auth/callback/demo', { form })).status(), user).toBe(401)
  }
  const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json()
  const throughProxy = await page.request.post('/api/auth/callback/demo', {
    form: { csrfToken, user: 'admin', json: 'true' },
    headers: { 'x-forwarded-for': '127.0.0.1' },
  })
  expect([throughProxy.status(), (await throughProxy.json()).detail]).toEqual([403, SIGN_IN_FAILURES.elsewhere])
  const form = { csrfToken: 'made-up', user: 'admin', json: 'true' }
  await page.request.post('/api/auth/callback/demo', { form })
  expect((await page.request.get('/api/v1/pools')).status(), 'without the token of the form').toBe(401)
  expect((await context.cookies()).some(({ name }) => name === COOKIE)).toBe(false)
})

for (const address of PAGES.slice(1))
  test(`the sign-in returns to ${address}`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: 'HAP Console' })).toBeVisible()
    await page.getByRole('button', signInAs('viewer')).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('complementary', { name: 'Console' })).toBeVisible()
  })

test('a sign-in redirects to no foreign target', async ({ page, context, noise, landscape }) => {
  noise.expect(/401/)
  const { host } = new URL(landscape.url)
  for (const target of FOREIGN_TARGETS) {
    const address = `/sign-in?returnTo=${encodeURIComponent(target)}`
    await context.clearCookies()
    await page.goto(address)
    await page.getByRole('button', signInAs('viewer')).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' }), target).toBeVisible()
    expect(new URL(page.url()).host).toBe(host)
    const passed = await page.request.get(address, { maxRedirects: 0 })
    expect(passed.status(), target).toBe(307)
    expect(passed.headers().location, target).toBe('/')
  }
})

for (const [what, value] of UNUSABLE_SESSIONS)
  test(`a session cookie that is ${what} redirects pages to the sign-in and back, and routes respond with 401`, async ({
    page,
    context,
    landscape,
    request,
    noise,
  }) => {
    noise.expect(/status of 429/)
    await setSessionCookie(context, landscape.url, await value(request))
    expect((await page.request.get('/api/v1/bindings')).status()).toBe(401)
    expect((await page.request.get('/api/v1/events')).status()).toBe(401)
    await page.goto('/pools?q=provider:aws')
    await expect(page).toHaveURL(signInFor('/pools?q=provider:aws'))
    await pressUntilSignedIn(page, 'operator', '/pools?q=provider:aws')
    await expect(page.getByText('3 of 12 pools')).toBeVisible()
  })
