import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { SESSION_SECRET } from '../support/landscape.ts'
import { sessionTokenIn } from '../support/session-cookie.ts'
import { signInByRequest } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

/** Sends requests with a token, without cookies and with the Origin of another site. */
function by(request: APIRequestContext, token: string) {
  const headers = { authorization: `Bearer ${token}`, origin: 'https://scripts.example' }
  return {
    get: (address: string) => request.get(address, { headers }),
    post: (address: string, data: object) => request.post(address, { headers, data }),
  }
}

test('a token is shown once, acts with its role, shows its last use, and is revoked immediately', async ({
  page,
  playwright,
  landscape,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/settings')
  await page.getByRole('link', { name: 'API tokens' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'API tokens' })).toBeFocused()
  await page.getByRole('button', { name: 'Create token' }).click()
  const asks = page.getByRole('dialog', { name: 'Create token' })
  await asks.getByLabel('Name').fill('nightly report')
  await asks.getByLabel('Days until expiry').fill('400')
  await expect(asks.getByRole('button', { name: 'Create token' })).toHaveAccessibleDescription(
    'Enter a whole number from 1 to 365.',
  )
  await asks.getByLabel('Days until expiry').fill('30')
  await asks.getByRole('button', { name: 'Create token' }).click()
  const shows = page.getByRole('dialog', { name: 'Token nightly report' })
  const token = await shows.getByLabel('Token').inputValue()
  expect(token).toMatch(/^hap_[\w-]{43}$/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(
    shows.getByRole('status').filter({ hasText: 'Save the token first. It is not shown again.' }),
  ).toBeVisible()
  await expect(shows.getByRole('button', { name: 'Close' })).toBeDisabled()
  await shows.getByRole('button', { name: 'I have saved the token' }).click()
  const row = page.getByRole('table', { name: 'API tokens' }).getByRole('row').filter({ hasText: 'nightly report' })
  const lastUsed = row.getByRole('cell').nth(4)
  await expect(row).toContainText(/hap_.*viewer.*valid, expires in 30 d.*by Ada Admin/)
  await expect(lastUsed).toHaveText('never')

  const request = await playwright.request.newContext({ baseURL: landscape.url })
  const script = by(request, token)
  expect((await script.get('/api/v1/overview')).status()).toBe(200)
  const settings = await (await script.get('/api/v1/settings')).json()
  expect(settings.you).toEqual({ name: 'token nightly report of Ada Admin', role: 'viewer' })
  expect(JSON.stringify(settings)).not.toContain(SESSION_SECRET)
  const claim = await script.post('/api/v1/claims', { plan: 'aws', globalAccount: 'ga-1' })
  expect([claim.status(), (await claim.json()).detail]).toEqual([
    403,
    'Requires the operator role. This token has the viewer role. Ask an admin for a token with the operator role.',
  ])
  expect((await script.get('/')).url()).toContain('/sign-in')
  await page.goto('/audit')
  await expect(page.getByText('token nightly report of Ada Admin').first()).toBeVisible()

  await page.goto('/settings/tokens')
  await expect(lastUsed).toHaveText(/ ago$/)
  expect(await page.content()).not.toContain(token)
  await row.getByRole('button', { name: 'Revoke nightly report' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click()
  await expect(row).toContainText(/revoked .* by Ada Admin/)
  const late = await script.get('/api/v1/overview')
  expect([late.status(), late.headers()['www-authenticate'], (await late.json()).detail]).toEqual([
    401,
    'Bearer error="invalid_token"',
    'This token is revoked. Ask an admin for a new one.',
  ])
  await request.dispose()
})

test('a token cannot create tokens or end sessions, and an invalid token is refused despite a session', async ({
  context,
  page,
  playwright,
  landscape,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/settings/tokens')
  const order = { name: `admin ${Date.now()}`, role: 'admin', days: 1 }
  const made = await context.request.post('/api/v1/tokens', { data: order })
  expect(made.status()).toBe(201)
  const { token, id } = await made.json()
  const request = await playwright.request.newContext({ baseURL: landscape.url })
  const refusal = await by(request, token).post('/api/v1/tokens', { ...order, name: 'another' })
  expect([refusal.status(), (await refusal.json()).detail]).toEqual([
    403,
    'A token cannot create tokens. Sign in as an admin to create one.',
  ])
  const visitor = await playwright.request.newContext({ baseURL: landscape.url })
  const { session } = await sessionTokenIn(await signInByRequest(visitor, 'viewer'))
  const ends = `/api/v1/sessions/${session}/end`
  const sessions = async () => (await context.request.get('/api/v1/sessions')).json()
  expect((await sessions()).alive).toContainEqual(expect.objectContaining({ id: session, userName: 'Vera Viewer' }))
  const kept = await by(request, token).post(ends, { reason: 'by a script' })
  expect([kept.status(), (await kept.json()).detail]).toEqual([403, 'A token cannot end a session. Sign in to do so.'])
  expect((await visitor.get('/api/v1/sessions')).status()).toBe(200)
  expect((await context.request.post(ends, { data: { reason: 'it was a test' } })).status()).toBe(204)
  expect((await visitor.get('/api/v1/sessions')).status()).toBe(401)
  const ended = { id: session, endReason: 'ended', endedBy: 'Ada Admin' }
  expect((await sessions()).ended).toContainEqual(expect.objectContaining(ended))
  await visitor.dispose()
  await request.dispose()
  const mixed = await by(context.request, 'hap_wrong').get('/api/v1/overview')
  expect(mixed.status()).toBe(401)
  expect((await context.request.delete(`/api/v1/tokens/${id}`)).status()).toBe(200)
})

test('the page of tokens requires the admin role', async ({ page, signIn }) => {
  await signIn('operator')
  await page.goto('/settings/tokens')
  await expect(page.getByText('Requires the admin role. You are signed in as operator.')).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('link', { name: 'API tokens' })).toHaveCount(0)
})
