import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { SIGN_IN_FAILURES } from '#lib/auth/oidc/sign-in-failure.ts'
import { SIGN_IN_AGAIN } from '#lib/auth/sign-in-time.ts'
import { freePort } from '../../test/kit/free-port.ts'
import { isAlive, waitForHydration } from '../support/hydration.ts'
import { idleBinding } from '../support/idle-binding.ts'
import { type Issuer, oidcSettings, startIssuer } from '../support/issuer.ts'
import { SESSION_SECRET } from '../support/landscape.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { SESSION_COOKIE, sealedToken, sessionTokenIn } from '../support/session-cookie.ts'
import { expect, test } from '../support/test.ts'

const VERA = { id: 'i-2', email: 'vera@example.com', acr: 'mfa' }

let issuer: Issuer
let console: Awaited<ReturnType<typeof startOtherConsole>>

test.beforeAll(async ({ landscape }) => {
  const port = await freePort()
  issuer = await startIssuer(`http://127.0.0.1:${port}`)
  const settings = {
    ...oidcSettings(issuer),
    HAP_DEMO_USERS: 'off',
    HAP_SESSION_SECRET: SESSION_SECRET,
    HAP_ROLE_GROUPS: 'admin=admins;operator=operators',
    HAP_OIDC_ACR: 'mfa',
  }
  console = await startOtherConsole(readFileSync(landscape.adminKubeconfig, 'utf8'), settings, { port })
})

test.afterAll(async () => {
  await console?.stop()
  await issuer?.stop()
})

test('a sign-in without the required authentication method gives no access', async ({ browser }) => {
  issuer.put(VERA, ['operators'])
  const context = await browser.newContext({ baseURL: console.url })
  const page = await context.newPage()
  for (const person of [
    { ...VERA, acr: '0' },
    { id: VERA.id, email: VERA.email },
  ]) {
    issuer.person = person
    await page.goto('/sign-in')
    await page.getByRole('button', { name: /^Sign in/ }).click()
    await expect(page.getByText(SIGN_IN_FAILURES.factor)).toBeVisible()
    await context.clearCookies()
  }
  await context.close()
})

test('a dangerous action after an old sign-in requires a new authentication, and the dialog keeps the input', async ({
  browser,
}) => {
  issuer.put(VERA, ['admins'])
  const context = await browser.newContext({ baseURL: console.url })
  const page = await context.newPage()
  waitForHydration(page)
  const signIn = (where: Page) => where.getByRole('button', { name: /^Sign in/ }).click()
  const overviewOf = (where: Page) => where.getByRole('heading', { level: 1, name: 'Overview' })
  issuer.person = VERA
  await page.goto('/')
  await signIn(page)
  await expect(overviewOf(page)).toBeVisible()
  await expect.poll(async () => (await context.request.get('/readyz')).status(), { timeout: 60_000 }).toBe(200)
  /** Moves the sign-in six minutes into the past. */
  const age = async () => {
    const [cookie, ...more] = (await context.cookies()).filter(({ name }) => name === SESSION_COOKIE)
    if (cookie === undefined || more.length > 0) throw new Error('There is not one session.')
    const value = await sealedToken({ ...(await sessionTokenIn([cookie])), signedInAt: Date.now() - 6 * 60_000 })
    await context.addCookies([{ ...cookie, value }])
  }
  const dialog = page.getByRole('dialog')
  const authenticateAgain = async () => {
    await expect(dialog.getByText('requires a sign-in within the last 5 minutes')).toBeVisible()
    const link = dialog.getByRole('link', { name: 'Sign in again (opens a new tab)' })
    const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()])
    await expect(tab.getByText('Signed in as vera@example.com. Sign in again')).toBeVisible()
    await isAlive(tab)
    await signIn(tab)
    await expect(overviewOf(tab)).toBeVisible()
    await tab.close()
  }
  await age()
  const { kind, name } = await idleBinding(page)
  const address = `/api/v1/bindings/${kind}/${name}`
  const { resourceVersion } = await (await context.request.get(address)).json()
  const job = { action: 'release', reason: 'past the page', targets: [{ kind, name, seenVersion: resourceVersion }] }
  for (const [where, data] of [
    [`${address}/actions/release`, { reason: 'past the page' }],
    ['/api/v1/jobs', job],
    ['/api/v1/tokens', { name: 'past the page', role: 'admin', days: 1 }],
  ] as const) {
    const headers = { 'idempotency-key': 'past-the-page' }
    const refused = await context.request.post(where, { data, headers })
    expect([refused.status(), (await refused.json()).detail], where).toEqual([403, SIGN_IN_AGAIN])
  }
  const release = await context.request.delete('/api/v1/claims/past-the-page')
  expect([release.status(), (await release.json()).detail]).toEqual([403, SIGN_IN_AGAIN])
  const proofs = issuer.proofs()
  await page.goto(`/bindings/${kind}/${name}`)
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('the tenant left')
  await dialog.getByRole('textbox', { name: /^Enter the binding name/ }).fill(name)
  await authenticateAgain()
  expect(issuer.proofs()).toBe(proofs + 1)
  await dialog.getByRole('button', { name: 'Release', exact: true }).click()
  await expect(page.getByText(`${name} was released.`)).toBeVisible()

  await age()
  await page.goto('/bindings?q=state:free+type:azure+-shared')
  const boxes = page.getByRole('checkbox', { name: /^Select sap-/ })
  await boxes.first().click()
  await boxes.nth(1).click({ modifiers: ['Shift'] })
  await page
    .getByRole('region', { name: 'Actions on the selection' })
    .getByRole('button', { name: 'Mark dirty' })
    .click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('the accounts move')
  await dialog.getByRole('textbox', { name: /^Enter the number/ }).fill('2')
  await authenticateAgain()
  await dialog.getByRole('button', { name: 'Mark dirty 2' }).click()
  await expect(page).toHaveURL(/\/jobs\//)

  await age()
  await page.goto('/settings/tokens')
  await page.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('ci')
  await authenticateAgain()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByRole('dialog', { name: 'Token ci' })).toBeVisible()
  await context.close()
})
