import { readFileSync } from 'node:fs'
import type { APIRequestContext, Browser, PlaywrightWorkerArgs } from '@playwright/test'
import type { Role } from '#lib/auth/roles.ts'
import { freePort } from '../../test/kit/free-port.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByRequest } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'
import { FRONT_ADDRESS, startTlsFront } from '../support/tls-front.ts'

/** Requests per minute; the rate limit allows one more each second. */
const PER_MINUTE = 60

let inside: Awaited<ReturnType<typeof startOtherConsole>>
let front: Awaited<ReturnType<typeof startTlsFront>>

test.beforeAll(async ({ landscape }) => {
  const port = await freePort()
  inside = await startOtherConsole(readFileSync(landscape.adminKubeconfig, 'utf8'), {
    HAP_URL: `https://127.0.0.1:${port}`,
    HAP_TRUSTED_PROXIES: FRONT_ADDRESS,
    HAP_REQUESTS_PER_USER: String(PER_MINUTE),
    HAP_REQUESTS_PER_ADDRESS: String(PER_MINUTE),
  })
  front = await startTlsFront(inside.url, port)
})

test.afterAll(async () => {
  await front?.close()
  await inside?.stop()
})

const outside = (playwright: PlaywrightWorkerArgs['playwright']) =>
  playwright.request.newContext({ baseURL: front.url, ignoreHTTPSErrors: true })

async function clientOf(playwright: PlaywrightWorkerArgs['playwright'], role: Role): Promise<APIRequestContext> {
  const request = await outside(playwright)
  await signInByRequest(request, role)
  return request
}

const newBrowser = (browser: Browser) => browser.newContext({ baseURL: front.url, ignoreHTTPSErrors: true })

test('over https the session cookie is bound to the host and hidden from scripts, sub-domains and plain http', async ({
  browser,
}) => {
  const context = await newBrowser(browser)
  const page = await context.newPage()
  const opened = await page.goto('/pools')
  expect(opened?.headers()['strict-transport-security']).toMatch(/^max-age=\d{8,}/)
  await page.getByRole('button', { name: /operator/i }).click()
  await expect(page).toHaveURL(`${front.url}/pools`)
  await expect(page.getByRole('heading', { level: 1, name: 'Pools' })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 })
  const cookies = (await context.cookies()).filter(({ name }) => name.includes('next-auth'))
  expect(cookies.map(({ name }) => name)).toContain('__Host-next-auth.session-token')
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/', domain: '127.0.0.1' })
    expect(cookie.name).toMatch(/^__Host-/)
  }
  const session = cookies.find(({ name }) => name.endsWith('session-token'))?.value ?? ''
  const statusWith = async (name: string) =>
    (await fetch(`${inside.url}/api/v1/health`, { headers: { cookie: `${name}=${session}` } })).status
  expect(await statusWith('__Host-next-auth.session-token')).toBe(200)
  expect(await statusWith('next-auth.session-token'), 'a name that a sub-domain could set').toBe(401)
  expect(await statusWith('__Secure-next-auth.session-token')).toBe(401)

  await page.getByRole('complementary', { name: 'Console' }).getByRole('button', { name: 'Omar Operator' }).click()
  await page.evaluate(() => window.sessionStorage.setItem('hap-action', 'typed'))
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  // next-auth notifies other tabs of the sign-out by this key.
  const kept = await page.evaluate(() => [Object.keys(window.sessionStorage), Object.keys(window.localStorage)])
  expect(kept).toEqual([[], ['nextauth.message']])
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('__Host-next-auth.session-token')
  expect(await statusWith('__Host-next-auth.session-token')).toBe(401)
  await context.close()
})

test('a sign-out makes the browser clear the storage of the console', async ({ playwright }) => {
  const request = await clientOf(playwright, 'operator')
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  const answer = await request.post('/api/auth/signout', { form: { csrfToken, json: 'true' } })
  expect(answer.headers()['clear-site-data']).toBe('"storage"')
  expect((await request.get('/api/v1/health')).status()).toBe(401)
  await request.dispose()
})

test('a change is accepted only with the origin of the public address', async ({ playwright }) => {
  const request = await clientOf(playwright, 'admin')
  const post = async (origin: string) => {
    const data = { page: 'pools', name: `from ${new URL(origin).protocol}`, query: '', shared: false }
    return (await request.post('/api/v1/views', { headers: { origin }, data })).status()
  }
  expect(await post(front.url)).toBe(201)
  expect(await post(inside.url)).toBe(403)
  expect(await post(front.url.replace('https:', 'http:'))).toBe(403)
  await request.dispose()
})

test('a user over the rate limit gets 429, and other users are not affected', async ({ playwright }) => {
  const [viewer, admin] = [await clientOf(playwright, 'viewer'), await clientOf(playwright, 'admin')]
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: 3 * PER_MINUTE }, () => viewer.get('/api/v1/health')))
  const seconds = (performance.now() - began) / 1_000
  const refused = answers.filter(answer => answer.status() === 429)
  expect(new Set(answers.map(answer => answer.status()))).toEqual(new Set([200, 429]))
  expect(answers.length - refused.length).toBeLessThanOrEqual(PER_MINUTE + Math.ceil(seconds))
  const [first] = refused
  expect(first?.headers()).toMatchObject({
    'content-type': 'application/problem+json',
    'retry-after': expect.stringMatching(/^[1-9]\d?$/),
    'strict-transport-security': expect.any(String),
  })
  expect((await admin.get('/api/v1/health')).status()).toBe(200)
  await viewer.dispose()
  await admin.dispose()
})

test('a forged X-Forwarded-For does not evade the rate limit of an address', async ({ playwright }) => {
  const request = await outside(playwright)
  const answers = await Promise.all(
    Array.from({ length: 3 * PER_MINUTE }, (_, n) =>
      request.get('/api/v1/health', { headers: { 'x-forwarded-for': `192.0.2.${n}` } }),
    ),
  )
  const statuses = answers.map(answer => answer.status())
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  await request.dispose()
})
