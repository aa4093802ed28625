import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import pg from 'pg'
import { SIGN_IN_FAILURES, type SignInFailure } from '#lib/auth/oidc/sign-in-failure.ts'
import { startGarden } from '#lib/runtime/garden-process.ts'
import { freePort } from '../../test/kit/free-port.ts'
import { startPostgres } from '../../test/store/postgres/start-postgres.ts'
import { expectAccessible } from '../support/axe.ts'
import { type Claims, type Issuer, oidcSettings, type Person, startIssuer } from '../support/issuer.ts'
import { SESSION_SECRET } from '../support/landscape.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { SESSION_COOKIE, sessionTokenIn } from '../support/session-cookie.ts'

const ADA = { id: 'i-1', email: 'ada@example.com' }
const VERA = { id: 'i-2', email: 'vera@example.com' }

/** Interval at which the console rechecks groups. */
const RECHECK_MS = 5_000

interface World {
  readonly issuer: Issuer
  readonly postgres: Awaited<ReturnType<typeof startPostgres>>
  readonly url: string
  /** Starts another console process on the same database. */
  startAnother(): ReturnType<typeof startOtherConsole>
  sql(text: string): Promise<unknown>
}

let world: World
const stops: (() => Promise<unknown>)[] = []

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-identity-'))
  stops.push(async () => rmSync(folder, { recursive: true, force: true }))
  const garden = await startGarden({ dataDir: folder, size: 'small', seed: 1, faults: false, throttle: false })
  stops.push(() => garden.stop())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const issuer = await startIssuer(url)
  stops.push(() => issuer.stop())
  const postgres = await startPostgres()
  stops.push(() => postgres.stop())
  const kubeconfig = readFileSync(garden.kubeconfigFile('admin'), 'utf8')
  const settings = {
    HAP_DEMO_USERS: 'off',
    HAP_SESSION_SECRET: SESSION_SECRET,
    DATABASE_URL: postgres.url,
    ...oidcSettings(issuer),
    HAP_ROLE_GROUPS: 'admin=admins;operator=operators;viewer=staff',
    HAP_GROUPS_RECHECK: `${RECHECK_MS / 1_000}s`,
    HAP_ACCESS_CONTACT: 'the platform team, platform@example.com',
  }
  const console = await startOtherConsole(kubeconfig, settings, { port })
  stops.push(() => console.stop())
  world = {
    issuer,
    postgres,
    url,
    startAnother: () => startOtherConsole(kubeconfig, settings),
    async sql(text) {
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      await client.query(text).finally(() => client.end())
    },
  }
})

test.afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

/** Opens a browser for a person with groups, without signing in. */
async function browserOf(browser: Browser, person: Person, groups: readonly string[]) {
  Object.assign(world.issuer, { person, tamper: null })
  world.issuer.put(person, groups)
  const context = await browser.newContext({ baseURL: world.url })
  return { context, page: await context.newPage() }
}

const signIn = (page: Page) => page.getByRole('button', { name: /^Sign in/ }).click()

async function signedIn(browser: Browser, person: Person, groups: readonly string[]) {
  const opened = await browserOf(browser, person, groups)
  await opened.page.goto('/')
  await signIn(opened.page)
  await expect(opened.page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  return opened
}

const statusOf = async ({ request }: BrowserContext, path = '/api/v1/pools') => (await request.get(path)).status()
const userBlock = (page: Page) => page.getByRole('complementary', { name: 'Console' })
const sessionCookies = async (context: BrowserContext) =>
  (await context.cookies(world.url)).filter(({ name }) => name.includes('session-token'))

test('a sign-in returns from the identity provider to the requested page, and a sign-out ends both sessions', async ({
  browser,
}) => {
  const { context, page } = await browserOf(browser, ADA, ['x', 'admins', 'staff'])
  await page.goto('/pools?q=provider:aws')
  await expect(page).toHaveTitle('Sign in · HAP Console')
  await expectAccessible(page)
  await signIn(page)
  await expect(page).toHaveURL('/pools?q=provider:aws')
  await expect(userBlock(page)).toContainText('ada@example.com')
  await expect(userBlock(page)).toContainText('admin')
  expect(await sessionCookies(context)).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/' }])
  const copy = (await sessionCookies(context)).map(({ value }) => value).join()

  await userBlock(page).getByRole('button', { name: 'ada@example.com' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Leave the issuer' }).click()
  await expect(page).toHaveURL('/sign-in')
  await context.addCookies([{ name: SESSION_COOKIE, value: copy, url: world.url }])
  expect(await statusOf(context), 'a copy of the cookie is worth nothing').toBe(401)
  const before = world.issuer.proofs()
  await signIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  expect(world.issuer.proofs(), 'the identity provider has forgotten them too').toBe(before + 1)
  await context.close()
})

for (const [what, groups] of [
  ['null for groups', null],
  ['nested groups', { values: ['admins'] }],
] as const)
  test(`a token with ${what} gives no access, and the page shows the reason`, async ({ browser }) => {
    const { context, page } = await browserOf(browser, VERA, ['admins'])
    world.issuer.tamper = claims => ({ claims: { ...claims, groups } })
    await page.goto('/')
    await signIn(page)
    await expect(page.getByText('The claim “groups” of')).toContainText('is no list of group names')
    expect(await sessionCookies(context)).toEqual([])
    await context.close()
  })

test('a person without a group that has a role gets no access and a contact', async ({ browser }) => {
  const { context, page } = await browserOf(browser, VERA, ['other'])
  await page.goto('/bindings')
  await signIn(page)
  await expect(page).toHaveURL('/sign-in/no-access?reason=no-role')
  await expect(page.getByRole('heading', { name: 'You have no access here' })).toBeVisible()
  await expect(page.getByText('None of your groups has a role in this console.')).toBeVisible()
  await expect(page.getByText('Ask for access: the platform team, platform@example.com.')).toBeVisible()
  await expectAccessible(page)
  expect(await sessionCookies(context)).toEqual([])
  world.issuer.put(VERA, ['staff'])
  await signIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await context.close()
})

test.describe('an ID token', () => {
  const now = () => Math.floor(Date.now() / 1_000)
  const answers: readonly (readonly [string, SignInFailure, NonNullable<Issuer['tamper']>])[] = [
    ['with another audience', 'audience', claims => ({ claims: { ...claims, aud: 'another' } })],
    ['of another issuer', 'issuer', claims => ({ claims: { ...claims, iss: 'https://evil.example' } })],
    ['with another nonce', 'nonce', claims => ({ claims: { ...claims, nonce: 'another' } })],
    ['signed with another key', 'signature', claims => ({ claims, otherKey: true })],
    ['that expired long ago', 'clock', claims => ({ claims: { ...claims, iat: now() - 3_600, exp: now() - 60 } })],
    ['that is not valid yet', 'clock', claims => ({ claims: { ...claims, nbf: now() + 60 } })],
  ]
  for (const [what, failure, tamper] of answers)
    test(`${what} is rejected with the reason`, async ({ browser }) => {
      const { context, page } = await browserOf(browser, ADA, ['admins'])
      world.issuer.tamper = tamper
      await page.goto('/pools')
      await signIn(page)
      await expect(page.getByText(SIGN_IN_FAILURES[failure])).toBeVisible()
      await expect(page).toHaveURL(url => url.searchParams.get('returnTo') === '/pools')
      await expectAccessible(page)
      expect(await sessionCookies(context)).toEqual([])
      expect(await statusOf(context)).toBe(401)
      await context.close()
    })

  const late = (claims: Claims) => ({ claims: { ...claims, iat: now() - 3_600, exp: now() - 20, nbf: now() + 20 } })

  test('is accepted within the allowed clock skew', async ({ browser }) => {
    const { context, page } = await browserOf(browser, ADA, ['admins'])
    world.issuer.tamper = late
    await page.goto('/')
    await signIn(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await context.close()
  })

  test('for an attempt of another browser is rejected', async ({ browser }) => {
    const { context, page } = await browserOf(browser, ADA, ['admins'])
    await page.goto('/api/auth/callback/oidc?code=made-up&state=made-up')
    await expect(page.getByText(SIGN_IN_FAILURES.state)).toBeVisible()
    await context.close()
  })
})

test('an attempt that the identity provider declines shows the reason', async ({ browser }) => {
  const { context, page } = await browserOf(browser, ADA, ['admins'])
  await page.goto('/')
  await page.route(`${world.issuer.url}/auth?*`, route => {
    const state = new URL(route.request().url()).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ error: 'access_denied', state, iss: world.issuer.url })
    return route.fulfill({ status: 302, headers: { location: `${world.url}/api/auth/callback/oidc?${query}` } })
  })
  await signIn(page)
  await expect(page.getByText(SIGN_IN_FAILURES.declined)).toBeVisible()
  await context.close()
})

test('the routes of next-auth that the console does not use are disabled', async ({ request }) => {
  for (const path of ['session', 'error', 'signin', 'signout', '_log', 'verify-request']) {
    const status = (await request.get(`${world.url}/api/auth/${path}`)).status()
    expect([404, 405], path).toContain(status)
  }
})

for (const [what, column, seconds, words] of [
  ['idle for an hour', 'used_at', 3_600, 'Idle timeout'],
  ['as old as a shift', 'created_at', 28_800, 'Maximum lifetime reached'],
] as const)
  test(`a session ${what} has ended`, async ({ browser }) => {
    const { context, page } = await signedIn(browser, ADA, ['admins'])
    const { session } = await sessionTokenIn(await sessionCookies(context))
    const backdate = (by: number) =>
      world.sql(`UPDATE sign_in_session SET ${column} = now() - interval '${by} s' WHERE id = '${session}'`)
    await backdate(seconds - 60)
    expect(await statusOf(context)).toBe(200)
    await backdate(seconds)
    expect(await statusOf(context)).toBe(401)
    await page.goto('/pools')
    await expect(page).toHaveURL(url => url.pathname === '/sign-in' && url.searchParams.get('returnTo') === '/pools')
    await signIn(page)
    await expect(page).toHaveURL('/pools')
    await page.goto('/settings/sessions')
    await expect(page.getByRole('table', { name: 'Ended' })).toContainText(words)
    await context.close()
  })

test('a session that an admin ends is refused immediately, and its open page shows it', async ({ browser }) => {
  const { context, page } = await signedIn(browser, VERA, ['operators'])
  const { context: admins, page: adminsPage } = await signedIn(browser, ADA, ['admins'])
  await page.goto('/bindings')
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('grid', { name: 'Bindings' }).getByRole('rowheader').first().getByRole('link').first().click()
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  const hold = page.getByRole('dialog')
  await hold.getByRole('textbox', { name: 'Reason' }).fill('quota request is pending')
  await expect(hold).toContainText('Dry run passed: the API server would accept this change.')

  await adminsPage.goto('/settings/sessions')
  const row = adminsPage
    .getByRole('table', { name: 'Signed in' })
    .getByRole('row', { name: /vera@example\.com/ })
    .first()
  await expect(row).toContainText('operator')
  await expect(row).toContainText('Chrome')
  await expectAccessible(adminsPage)
  await row.getByRole('button', { name: 'End session of vera@example.com' }).click()
  const dialog = adminsPage.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('her laptop was stolen')
  await dialog.getByRole('button', { name: 'End session' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await statusOf(context)).toBe(401)
  expect(await statusOf(context, '/api/v1/events')).toBe(401)
  await expect(page.getByText('Signed out', { exact: true })).toBeVisible({ timeout: 15_000 })
  await hold.getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(hold.getByRole('alert')).toContainText('Sign in to continue.')
  await expect(hold.getByRole('textbox', { name: 'Reason' })).toHaveValue('quota request is pending')
  await expect(adminsPage.getByRole('table', { name: 'Ended' })).toContainText('Ended by ada@example.com')
  await expect(adminsPage.getByRole('heading', { level: 1, name: 'Sessions' })).toBeFocused()
  await adminsPage.goto('/audit?q=laptop')
  await expect(adminsPage.getByRole('grid')).toContainText('End session')
  await context.close()
  await admins.close()
})

test('changed groups apply within seconds, and leaving all of them ends the session', async ({ browser }) => {
  const { context, page } = await signedIn(browser, VERA, ['staff'])
  const role = async () => {
    await page.goto('/settings')
    return page.getByText(/^You are vera@example\.com, /).textContent()
  }
  expect(await role()).toContain('viewer')
  world.issuer.put(VERA, ['operators'])
  await expect.poll(role).toContain('operator')
  world.issuer.put(VERA, ['other'])
  await expect.poll(() => statusOf(context)).toBe(401)
  await context.close()
})

test('removal from the identity provider ends the session', async ({ browser }) => {
  const { context } = await signedIn(browser, VERA, ['staff'])
  world.issuer.put(VERA, null)
  await expect.poll(() => statusOf(context)).toBe(401)
  await context.close()
})

test("a page that requires a recent sign-in requests a new authentication despite the provider's session", async ({
  browser,
}) => {
  const { context, page } = await signedIn(browser, ADA, ['admins'])
  const proofs = world.issuer.proofs()
  const before = await sessionTokenIn(await sessionCookies(context))
  await page.goto('/sign-in?again=1&returnTo=/operators/kubeconfigs')
  await expect(page.getByText('Signed in as ada@example.com. Sign in again')).toBeVisible()
  // The identity provider returns whole seconds.
  await expect.poll(() => Date.now()).toBeGreaterThan(Number(before.signedInAt) + 1_000)
  await signIn(page)
  await expect(page).toHaveURL('/operators/kubeconfigs')
  const after = await sessionTokenIn(await sessionCookies(context))
  expect(world.issuer.proofs()).toBe(proofs + 1)
  expect(Number(after.signedInAt)).toBeGreaterThan(Number(before.signedInAt))
  expect(after.session).not.toBe(before.session)
  await context.close()
})

test('without the database a signed-in user can read, but changes and sign-ins are refused', async ({ browser }) => {
  const { context, page } = await signedIn(browser, ADA, ['admins'])
  const other = await browserOf(browser, VERA, ['staff'])
  await page.goto('/bindings')
  await world.postgres.kill()
  await expect
    .poll(() => page.getByText(/^The database is not responding/).count(), { timeout: 30_000 })
    .toBeGreaterThan(0)
  await page.goto('/pools')
  await expect(page.getByRole('heading', { level: 1, name: 'Pools' })).toBeVisible()
  expect(await statusOf(context)).toBe(200)
  const written = await context.request.post('/api/v1/views', { data: { page: 'bindings', name: 'x', query: '' } })
  expect([written.status(), (await written.json()).detail]).toEqual([
    503,
    expect.stringMatching(/^The database is not/),
  ])
  await page.goto('/settings/sessions')
  await expect(page.getByRole('heading', { name: 'This could not be loaded' })).toBeVisible()
  await other.page.goto('/sign-in')
  await signIn(other.page)
  await expect(other.page.getByText(SIGN_IN_FAILURES.database)).toBeVisible()
  await world.postgres.restart()
  await expect.poll(() => statusOf(context, '/api/v1/views?page=bindings'), { timeout: 60_000 }).toBe(200)
  await signIn(other.page)
  await expect(other.page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await context.close()
  await other.context.close()
})

test('sign-in attempts are rate-limited per address across processes, for any name', async ({ browser, request }) => {
  const attempt = async (url: string, name: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-user': name }
    return request.post(`${url}/api/auth/signin/oidc`, { headers, data: `json=true&user=${name}`, maxRedirects: 0 })
  }
  const another = await world.startAnother()
  const statuses = new Set<number>()
  for (let n = 0; n < 30; n++) statuses.add((await attempt(world.url, `name-${n}`)).status())
  expect(statuses).toContain(429)
  const refused = await attempt(world.url, 'another')
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0)
  expect((await attempt(another.url, 'name')).status(), 'the limit is shared with another process').toBe(429)
  await another.stop()
  const { context, page } = await browserOf(browser, ADA, ['admins'])
  await page.goto('/sign-in')
  for (let n = 0; n < 15; n++) await attempt(world.url, `name-${n}`)
  await signIn(page)
  await expect(page.getByText(SIGN_IN_FAILURES.often)).toBeVisible()
  await context.close()
})
