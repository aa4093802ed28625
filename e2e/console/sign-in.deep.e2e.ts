import { SIGN_IN_FAILURES } from '#lib/auth/oidc/sign-in-failure.ts'
import { SESSION_COOKIE as COOKIE } from '../support/session-cookie.ts'
import { signInAs } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('an answer that does not come is told, and the page can be used again', async ({ page, noise }) => {
  noise.expect(/./)
  await page.goto('/sign-in')
  await page.route('**/api/auth/callback/demo*', route => route.abort())
  await page.getByRole('button', signInAs('viewer')).click()
  await expect(
    page.getByRole('alert').getByText('Not signed in: the console did not answer as it should.'),
  ).toBeVisible()
  await page.unroute('**/api/auth/callback/demo*')
  await page.getByRole('button', signInAs('viewer')).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('nobody else can be signed in as', async ({ page, context }) => {
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
