import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expectAccessible } from '../support/axe.ts'
import { FULL, IDLE, LARGE, LEAVING } from '../support/demo-landscape.ts'
import { requestsOfConsole } from '../support/garden-requests.ts'
import { isAlive } from '../support/hydration.ts'
import { multiAccountText } from '../support/landscape.ts'
import { bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByRequest } from '../support/sign-in.ts'
import { answer, field, headline, outcome } from '../support/simulator-page.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

test('HAP_SEMANTICS sets the default semantics, and a selector with an invalid label value is not shown', async ({
  browser,
  landscape,
}) => {
  const stop = { allowed: ['*'], limits: { default: 3, providers: {} }, minBindingsForGuard: 1 }
  const multiAccountFile = path.join(path.dirname(landscape.rulesFile), 'guard.yaml')
  writeFileSync(multiAccountFile, multiAccountText(stop))
  const other = await startOtherConsole(readFileSync(landscape.adminKubeconfig, 'utf8'), {
    HAP_SEMANTICS: 'keb',
    HAP_MULTI_ACCOUNT_FILE: multiAccountFile,
  })
  const page = await browser.newPage({ baseURL: other.url })
  try {
    await signInByRequest(page.request, 'admin')
    await expect(async () => expect((await page.request.get('/readyz')).ok()).toBe(true)).toPass()
    await page.goto('/simulator?plan=sap-converged-cloud&hr=a,b%3Dc&ga=x')
    await expect(page.getByRole('radio', { name: 'KEB' })).toBeChecked()
    await expect(page.getByText('Not shown: it contains an invalid label value')).toBeVisible()
    await expect(answer(page).getByRole('button', { name: /^Copy/ })).toHaveCount(0)
    await page.goto(`/simulator?plan=aws&ga=${IDLE}&semantics=documented`)
    await expect(headline(page)).toHaveText(/^Stopped: the global account owns 1 bindings? without any cluster/)
    await expect(page.getByText('free accounts (not searched)')).toBeVisible()
    await page.goto('/allowlist')
    await page.getByRole('textbox', { name: 'Default limit' }).fill('500')
    await expect(page.getByRole('region', { name: 'Effect of this draft' })).toContainText(ESTIMATE)
  } finally {
    await page.close()
    await other.stop()
  }
})

test('a region unknown to the landscape is a hint, not an error', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/simulator?plan=aws&pr=cf-xx99&hr=mars-1&ga=e2e-new')
  await expect(headline(page)).toHaveText(/^Would claim /)
  await expect(outcome(page).getByText('No rule or pool uses platform region cf-xx99.')).toBeVisible()
  await expect(
    outcome(page).getByText('No shoot on aws and no rule of plan aws uses hyperscaler region mars-1.'),
  ).toBeVisible()
  await expect(outcome(page).getByText('New global account: no bindings or shoots yet.')).toBeVisible()
})

test('an invalid label value is reported at its field, sent in no request to the garden, and used in no selector', async ({
  page,
  garden,
  signIn,
}) => {
  await signIn('viewer')
  const before = await requestsOfConsole(garden, 'list')
  for (const [query, name, words] of [
    ['plan=aws&ga=x,shared%3Dtrue', 'Global account', 'Not a label value'],
    ['plan=aws&ga=-x', 'Global account', 'Not a label value'],
    ['plan=aws&ga=ünï', 'Global account', 'Not a label value'],
    [`plan=aws&ga=${'x'.repeat(64)}`, 'Global account', '64 characters; a label value has at most 63.'],
    ['plan=sap-converged-cloud&ga=x&hr=eu-de-1,shared%3Dtrue', 'Hyperscaler region', 'Not a label value'],
    ['plan=sap-converged-cloud&ga=x&hr=a%0Ab', 'Hyperscaler region', 'Not a label value'],
  ] as const) {
    await page.goto(`/simulator?${query}`)
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('form', { name: 'Request' }).getByText(words)).toBeVisible()
    await expect(headline(page)).toHaveText(/is not a legal label value\.$/)
    await expect(outcome(page)).toContainText('No accounts are searched: the value cannot be used in a label selector.')
    await expect(answer(page).getByRole('heading', { name: 'Label selector' })).toHaveCount(0)
    await expect(answer(page).getByRole('button', { name: /^Copy/ })).toHaveCount(0)
  }
  await page.goto('/simulator?plan=gcp&pr=x,shared%3Dtrue&ga=e2e-new')
  await expect(field(page, 'Platform region')).toHaveAttribute('aria-invalid', 'true')
  await expect(headline(page)).toHaveText(/^Would claim sap-gcp-skr-cust-/)
  await expect(answer(page).getByText('shared=true')).toHaveCount(0)
  expect(await requestsOfConsole(garden, 'list')).toBe(before)
})

test('hostile text is simulated like any other request', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const [query, words] of [
    ['plan=__proto__&provider=__proto__&hr=x&ga=x', 'Unknown plan "__proto__".'],
    ['plan=constructor&provider=toString&pr=x&hr=valueOf&ga=x', 'Unknown plan "constructor".'],
    ['plan=aws&provider=__proto__&hr=x&ga=x', 'Plan aws runs on aws, not on "__proto__".'],
    ['plan=<script>alert(1)</script>&ga=x', 'Unknown plan "<script>alert(1)</script>".'],
    ['plan=%00&ga=x', /^Unknown plan "/],
    ['plan=aws&plan=gcp&ga=x&ga=y,z', /^Would claim sap-aws-/],
    [`plan=${'x'.repeat(200)}&ga=x`, /^Unknown plan "x{79}…"\.$/],
  ] as const) {
    await page.goto(`/simulator?${query}`)
    await expect(headline(page)).toHaveText(words)
  }
  await page.goto(`/simulator?plan=aws&ga=${'x'.repeat(1_000)}`)
  await expect(answer(page).getByText('Global account has 1,000 characters; at most 300 are read.')).toBeVisible()
  await field(page, 'Global account').fill('x')
  await expect(headline(page)).toHaveText(/^Would claim sap-aws-/)
})

test('selectors can be copied alone and as a command', async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('viewer')
  await page.goto(`/simulator?plan=aws&pr=cf-eu11&ga=${FULL}`)
  const selector = `hyperscalerType=aws,euAccess=true,shared!=true,!dirty,tenantName=${FULL}`
  await answer(page).getByRole('button', { name: 'Copy selector' }).first().click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(selector)
  await answer(page).getByRole('button', { name: 'Copy kubectl command' }).first().click()
  await expect(answer(page).getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `kubectl get credentialsbindings,secretbindings -n garden-kyma-prod -l '${selector}'`,
  )
})

test('a claim that would have to wait shows its position in the queue', async ({ page, garden, signIn }) => {
  await signIn('operator')
  await page.goto('/simulator?plan=gcp&pr=cf-sa30&ga=e2e-new')
  await expect(headline(page)).toHaveText(/^Would claim /)
  await expect(outcome(page)).not.toContainText('A claim now')
  const undo: (() => Promise<unknown>)[] = []
  try {
    for (const { kind, name } of await bindingsWith(garden, 'hyperscalerType=gcp_cf-sa30,!dirty,!tenantName'))
      undo.push(await relabel(garden, kind, name, { tenantName: 'e2e-other' }))
    await expect(outcome(page)).toContainText('A claim now would be the first in the queue.')
    for (const globalAccount of ['e2e-q1', 'e2e-q2']) {
      const data = { plan: 'gcp', platformRegion: 'cf-sa30', hyperscalerRegion: '', globalAccount }
      const headers = { 'idempotency-key': `${globalAccount}-${Date.now()}` }
      const response = await page.request.post('/api/v1/claims', { data, headers })
      expect(response.status()).toBe(202)
      const { id } = await response.json()
      undo.unshift(() => page.request.delete(`/api/v1/claims/${id}`))
    }
    await page.reload()
    await expect(outcome(page)).toContainText(
      'A claim now would be number 3 in the queue. 2 claims came earlier for this pool and are served first.',
    )
    await expectAccessible(page)
    await page.getByRole('radio', { name: 'KEB' }).check()
    await expect(outcome(page)).not.toContainText('A claim now')
  } finally {
    for (const back of undo) await back()
  }
})

test("clusters are counted from adopted claims, and KEB's own count is marked as an estimate", async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto(`/simulator?plan=aws&ga=${LARGE}`)
  await expect(answer(page).getByText(/[1-9]\d* in the database/)).toBeVisible()
  await expect(answer(page).getByText('0 only in Gardener')).toBeVisible()
  await page.getByRole('radio', { name: 'KEB' }).check()
  await expect(answer(page).getByText('estimated from the shoots on the account')).toBeVisible()
  await expect(outcome(page)).toContainText(ESTIMATE)
  await page.goto(`/simulator?plan=aws&ga=${LEAVING}`)
  await expect(outcome(page)).toContainText('KEB would choose')
  await expect(outcome(page)).toContainText(ESTIMATE)
  await page.goto('/simulator?plan=aws&pr=cf-eu11&ga=e2e-new')
  await expect(outcome(page)).toContainText('KEB would choose')
  await expect(outcome(page)).not.toContainText(ESTIMATE)
})

const ESTIMATE = 'The answer of KEB is an estimate: KEB counts instances in its own database'

test('without a session nothing is evaluated, and the input survives the sign-in', async ({
  page,
  context,
  noise,
  signIn,
}) => {
  noise.expect(/401/)
  await signIn('viewer')
  await page.goto(`/simulator?plan=aws&ga=${LARGE}`)
  await expect(headline(page)).toHaveText('Would reuse sap-aws-skr-cust-00004')
  await context.clearCookies()
  await field(page, 'Platform region').fill('cf-eu11')
  await expect(answer(page).getByRole('heading', { name: 'Not evaluated' })).toBeVisible()
  await expect(answer(page).getByText('Sign in to continue.')).toBeVisible()
  await expect(field(page, 'Platform region')).toHaveValue('cf-eu11')
  await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('/sign-in?*')
  await isAlive(page)
  await page.getByRole('button', { name: /viewer/i }).click()
  await expect(page).toHaveURL(`/simulator?plan=aws&ga=${LARGE}&pr=cf-eu11`)
  await expect(headline(page)).toHaveText(/^Would claim sap-aws-skr-eu-/)
})
