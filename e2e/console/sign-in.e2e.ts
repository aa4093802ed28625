import type { APIRequestContext, BrowserContext } from '@playwright/test'
import { DEMO_USERS } from '#lib/auth/demo-users.ts'
import { expectAccessible } from '../support/axe.ts'
import { SESSION_COOKIE as COOKIE, sealedToken, sessionTokenIn } from '../support/session-cookie.ts'
import { pressUntilSignedIn, signInAs, signInByRequest } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const BINDING = '/bindings/CredentialsBinding/sap-aws-skr-cust-00132'

const PAGES = [
  '/',
  '/pools',
  '/pools/aws~eu',
  '/bindings?q=type:aws',
  BINDING,
  `${BINDING}?tab=yaml`,
  '/simulator?plan=aws',
  '/allowlist',
]
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

/** The address of the sign-in that leads back to another one. */
const signInFor = (address: string) => (url: URL) =>
  url.pathname === '/sign-in' && url.searchParams.get('returnTo') === address

for (const { name, role } of DEMO_USERS) {
  test(`${role}: one press signs in, the role is shown, and the way out ends the session`, async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveURL('/sign-in')
    await expect(page).toHaveTitle('Sign in · HAP Console')
    await expect(page.getByRole('heading', { level: 1, name: 'HAP Console' })).toBeVisible()
    await expect(page.getByText('e2e, garden-kyma-prod')).toBeVisible()
    await expect(page.getByRole('list').getByRole('button')).toHaveCount(3)
    await page.getByRole('button', signInAs(role)).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    const user = page.getByRole('complementary', { name: 'Console' }).getByRole('button', { name })
    await expect(user).toContainText(role)

    await page.goto('/sign-in?returnTo=/pools')
    await expect(page, 'somebody who is signed in passes through').toHaveURL('/pools')
    await user.click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/sign-in')
    expect((await page.request.get('/api/v1/pools')).status()).toBe(401)
    await page.goBack()
    await expect(page).toHaveURL(signInFor('/pools'))
  })
}

test('by keyboard alone', async ({ page }) => {
  await page.goto('/sign-in')
  const admin = page.getByRole('button', signInAs('admin'))
  for (let presses = 0; presses < 5 && !(await admin.evaluate(button => button === document.activeElement)); presses++)
    await page.keyboard.press('Tab')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('the session is out of reach of scripts and of other sites', async ({ context, signIn }) => {
  await signIn('viewer')
  const session = (await context.cookies()).find(({ name }) => name === COOKIE)
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
})

test.describe('whoever comes from a page', () => {
  for (const address of PAGES.slice(1))
    test(`${address} goes back to it`, async ({ page }) => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1, name: 'HAP Console' })).toBeVisible()
      await page.getByRole('button', signInAs('viewer')).click()
      await expect(page).toHaveURL(address)
      await expect(page.getByRole('complementary', { name: 'Console' })).toBeVisible()
    })
})

test('no other place is ever returned to', async ({ page, context, noise, landscape }) => {
  noise.expect(/401/)
  const { host } = new URL(landscape.url)
  for (const target of [
    '//evil.example',
    '///evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\u0000//evil.example',
    'evil.example',
    '@evil.example',
    '/pools@evil.example\\',
  ]) {
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

test('next-auth itself returns to no other place', async ({ page }) => {
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

test.describe('a session that is none', () => {
  const sessions: readonly (readonly [
    what: string,
    value: (request: APIRequestContext) => Promise<string> | string,
  ])[] = [
    ['garbled', () => 'x.y.z'],
    ['empty', () => ''],
    ['very long', () => 'x'.repeat(3_000)],
    ['expired', async request => sealedToken(await token(request), { maxAge: -60 })],
    [
      'of another key',
      async request => sealedToken(await token(request), { secret: 'another-key-that-is-long-enough-too' }),
    ],
    ['that names no session', async request => sealedToken({ ...(await token(request)), session: undefined })],
    ['that names one there is not', async request => sealedToken({ ...(await token(request)), session: 'made-up' })],
    ['with a role of its own', () => sealedToken({ sub: 'admin', name: 'Ada Admin', role: 'admin' })],
    ['cut off', async request => (await sealedToken(await token(request))).slice(0, -8)],
    ['signed out', signedOut],
  ]
  const token = async (request: APIRequestContext) => sessionTokenIn(await signInByRequest(request, 'viewer'))
  const use = (context: BrowserContext, url: string, value: string) =>
    context.addCookies([{ name: COOKIE, value, url }])

  /** A whole cookie that was copied before its session ended. */
  async function signedOut(request: APIRequestContext): Promise<string> {
    const copy = await sealedToken(await token(request))
    const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
    expect((await request.post('/api/auth/signout', { form: { csrfToken, json: 'true' } })).ok()).toBe(true)
    return copy
  }

  test('a whole one lets in', async ({ page, context, landscape, request }) => {
    await use(context, landscape.url, await sealedToken(await token(request)))
    await page.goto('/pools')
    await expect(page.getByRole('heading', { level: 1, name: 'Pools' })).toBeVisible()
  })

  for (const [what, value] of sessions)
    test(`${what}: pages lead to the sign-in and back, routes refuse`, async ({
      page,
      context,
      landscape,
      request,
      noise,
    }) => {
      noise.expect(/status of 429/)
      await use(context, landscape.url, await value(request))
      expect((await page.request.get('/api/v1/bindings')).status()).toBe(401)
      expect((await page.request.get('/api/v1/events')).status()).toBe(401)
      await page.goto('/pools?q=provider:aws')
      await expect(page).toHaveURL(signInFor('/pools?q=provider:aws'))
      await pressUntilSignedIn(page, 'operator', '/pools?q=provider:aws')
      await expect(page.getByText('3 of 12 pools')).toBeVisible()
    })
})

test.describe('whoever is signed out', () => {
  test('sees no page, and nothing of it', async ({ page }) => {
    for (const address of PAGES) {
      const answer = await page.request.get(address, { maxRedirects: 0 })
      expect(answer.status(), address).toBe(307)
      const to = new URL(answer.headers().location ?? '', 'http://console')
      expect([to.pathname, to.searchParams.get('returnTo') ?? '/'], address).toEqual(['/sign-in', address])
      expect(await answer.text()).not.toMatch(/euAccess|hyperscalerType/)
    }
  })

  test('gets nothing from a route, nor from the data of a page', async ({ page }) => {
    for (const address of ROUTES) {
      const answer = await page.request.get(address)
      expect(answer.status(), address).toBe(401)
      expect(answer.headers()['content-type']).toBe('application/problem+json')
      expect(await answer.json()).toEqual({
        type: 'about:blank',
        title: 'Not signed in',
        status: 401,
        detail: 'Sign in to go on.',
      })
    }
    for (const address of PAGES) {
      const text = await (await page.request.get(address, { headers: { rsc: '1' } })).text()
      expect(text, address).not.toMatch(/euAccess|hyperscalerType/)
    }
  })

  test('can ask whether the console is alive', async ({ page }) => {
    for (const address of ['/healthz', '/readyz']) expect((await page.request.get(address)).status(), address).toBe(200)
  })

  test('whose session ends on an open page is led to the sign-in by the next step', async ({
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

test('every page is sent with a policy of its own', async ({ page, signIn }) => {
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
