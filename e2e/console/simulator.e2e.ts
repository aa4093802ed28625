import { bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { answer, field, headline, outcome } from '../support/simulator-page.ts'
import { LARGE, WITH_ROOM } from '../support/small-landscape.ts'
import { expect, test } from '../support/test.ts'

test('viewer: the page starts with examples from this landscape, each with the stated result', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/')
  await page.getByRole('link', { name: 'Simulator', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Simulator' })).toBeFocused()
  await expect(page).toHaveTitle('Simulator · HAP Console')
  await expect(page.getByRole('button', { name: 'Reset' })).toHaveAttribute('aria-disabled', 'true')
  for (const [title, words] of [
    ['A global account with accounts', /^Would reuse /],
    ['A global account new to a pool', /^Would claim /],
    ['A rule with an exhausted pool', /^Would wait: /],
    ['A request with a different result in KEB', /./],
  ] as const) {
    await page.getByRole('link', { name: title }).click()
    await expect(headline(page)).toHaveText(words)
    await page.goBack()
  }
  await page.getByRole('link', { name: 'A request with a different result in KEB' }).click()
  await expect(outcome(page)).toContainText(/KEB (would choose|would decide differently)/)
})

test('the answer follows each keystroke, fields are completed, and the address keeps the request', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/simulator')
  await field(page, 'Plan').pressSequentially('tri')
  await expect(answer(page).getByText('Continue with plan: trial.')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Plan')).toHaveValue('trial')
  await field(page, 'Provider').selectOption('azure')
  await expect(headline(page)).toHaveText(/^Would share sap-azure-skr-trial-/)
  await field(page, 'Global account').fill(LARGE.slice(0, 4))
  await page.getByRole('option', { name: new RegExp(LARGE) }).click()
  await expect(page).toHaveURL(`/simulator?plan=trial&provider=azure&ga=${LARGE}`)
  await page.reload()
  await expect(field(page, 'Provider')).toHaveValue('azure')
  await expect(headline(page)).toHaveText(/^Would share sap-azure-skr-trial-/)

  await field(page, 'Plan').fill('aws')
  await expect(headline(page)).toHaveText(`Would reuse ${WITH_ROOM}`)
  await expect(page).toHaveURL(`/simulator?plan=aws&ga=${LARGE}`)
  await expect(page.getByText('Owns 2 accounts in aws, multiple accounts allowed')).toBeVisible()
  await field(page, 'Platform region').fill('cf-eu11')
  await expect(headline(page)).toHaveText(/^Would claim sap-aws-skr-eu-/)
  await expect(page.getByRole('link', { name: 'aws · EU' }).first()).toHaveAttribute('href', '/pools/aws~eu')
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL('/simulator')
  await expect(page.getByRole('heading', { name: 'Simulate a provisioning request' })).toBeVisible()
  await field(page, 'Global account').fill('x')
  await expect(page.getByRole('heading', { name: 'Select a plan' })).toBeVisible()
  await field(page, 'Global account').fill('')
  await field(page, 'Plan').fill('aws')
  await expect(headline(page)).toHaveText('The request names no global account.')
  await expect(outcome(page)).not.toContainText('KEB')
})

test('a link contains the whole request and survives a sign-in', async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('viewer')
  await page.goto('/simulator?plan=free')
  await field(page, 'Provider').selectOption('azure')
  await field(page, 'Platform region').fill('cf-ch20')
  await field(page, 'Hyperscaler region').fill('eastus')
  await field(page, 'Global account').fill(' e2e-new ')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const { pathname, search, hash } = new URL(link)
  const request = '/simulator?plan=free&provider=azure&pr=cf-ch20&hr=eastus&ga=e2e-new'
  expect([pathname + search, hash]).toEqual([request, ''])
  await expect(headline(page)).toHaveText(/^Would claim sap-azure-skr-cust-/)
  const answerText = await headline(page).textContent()

  await context.clearCookies()
  await page.goto(link)
  await page.getByRole('button', { name: /viewer/i }).click()
  await expect(page).toHaveURL(request)
  await expect(headline(page)).toHaveText(answerText ?? '')
  for (const [name, value] of [
    ['Plan', 'free'],
    ['Provider', 'azure'],
    ['Platform region', 'cf-ch20'],
    ['Hyperscaler region', 'eastus'],
    ['Global account', 'e2e-new'],
  ] as const)
    await expect(field(page, name)).toHaveValue(value)
})

test('a change in Gardener updates the answer immediately', async ({ page, garden, signIn }) => {
  await signIn('operator')
  await page.goto('/simulator?plan=gcp&pr=cf-sa30&ga=e2e-new')
  await expect(headline(page)).toHaveText(/^Would claim /)
  const undo: (() => Promise<unknown>)[] = []
  try {
    for (const { kind, name } of await bindingsWith(garden, 'hyperscalerType=gcp_cf-sa30,!dirty,!tenantName'))
      undo.push(await relabel(garden, kind, name, { tenantName: 'e2e-other' }))
    await expect(headline(page)).toHaveText('Would wait: pool gcp_cf-sa30 has no free binding.')
    await expect(field(page, 'Global account')).toHaveValue('e2e-new')
  } finally {
    for (const back of undo) await back()
  }
  await expect(headline(page)).toHaveText(/^Would claim /)
})
