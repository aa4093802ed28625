import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import {
  box,
  button,
  consequences,
  dialog,
  exported,
  inDialog,
  limit,
  listed,
  open,
  scope,
} from '../support/allowlist-page.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/axe.ts'
import { FULL } from '../support/demo-landscape.ts'
import { interceptAction } from '../support/intercept-action.ts'
import { lastRefusals } from '../support/last-refusals.ts'
import { withOwnConsole } from '../support/own-console.ts'
import { signInBeside } from '../support/sign-in-beside.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

const own = withOwnConsole(landscape => ({ HAP_MULTI_ACCOUNT_FILE: landscape.multiAccountFile }))
const toast = (page: Page) => page.getByText(/^Version \d+ is in force\./).last()

/** Saves the draft of the page. */
async function save(page: Page, reason: string): Promise<void> {
  await button(page, 'Review and save').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill(reason)
  await expect(inDialog(page, /^Save version/)).not.toHaveAttribute('aria-disabled')
  await inDialog(page, /^Save version/).click()
  await expect(dialog(page)).toBeHidden()
  await expect(toast(page)).toBeVisible()
}

async function importText(page: Page, yaml: string): Promise<void> {
  await button(page, 'Import YAML').click()
  await dialog(page).getByRole('textbox').fill(yaml)
  await inDialog(page, 'Load').click()
}

test('saving a page of another user is refused and keeps the input', async ({ page, signIn }) => {
  await signIn('admin')
  await open(page)
  await limit(page, 'aws').fill('170')
  await button(page, 'Review and save').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('less room')
  await expect(inDialog(page, /^Save version/)).not.toHaveAttribute('aria-disabled')
  await signIn('operator')
  await inDialog(page, /^Save version/).click()
  await expect(dialog(page)).toContainText(
    'Nothing was done: this page belongs to another user. You are signed in as Omar Operator in this browser now. Your input is kept.',
  )
  await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toHaveValue('less room')
  await inDialog(page, 'Cancel').click()
  await expect(limit(page, 'aws')).toHaveValue('170')
  const answer = await page.request.get('/api/v1/allowlist')
  expect((await answer.json()).multiAccount.limits.providers.aws).toBe(180)
})

test('a save from another site is rejected', async ({ page, noise, signIn }) => {
  noise.expect(/ERR_FAILED/)
  await signIn('admin')
  const send = await interceptAction(page, {
    before: async () => {
      await open(page)
      await limit(page, 'aws').fill('160')
      await expect(consequences(page)).toBeVisible()
      await button(page, 'Review and save').click()
      await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('from another site')
      await expect(inDialog(page, /^Save version/)).not.toHaveAttribute('aria-disabled')
    },
    act: () => inDialog(page, /^Save version/).click(),
  })
  const inForce = async () => (await (await page.request.get('/api/v1/allowlist')).json()).multiAccount.limits
  for (const origin of ['http://console.evil.example', 'null']) expect((await send({ origin })).status()).toBe(403)
  expect((await inForce()).providers.aws).toBe(180)
  const why = 'Only this console’s own pages may call this.'
  expect(await lastRefusals(page, 2)).toEqual(Array(2).fill(`Ada Admin, call page action: ${why}`))

  // The same call from the console's own page is accepted, and refused because of the user's current role.
  await signIn('operator')
  const own = await send({ origin: new URL(page.url()).origin })
  expect(await own.text()).toContain('Requires the admin role.')
  expect((await inForce()).providers.aws).toBe(180)
})

test('a version saved in the meantime is shown beside the draft, and the input is kept', async ({
  browser,
  page,
  signIn,
  sessionOf,
}) => {
  await signIn('admin')
  await open(page)
  await limit(page, 'azure').fill('60')
  await limit(page, 'gcp').fill('100')

  const context = await browser.newContext({ baseURL: own().url })
  await context.addCookies(await sessionOf('admin', own().url))
  const colleague = await context.newPage()
  await open(colleague)
  await limit(colleague, 'gcp').fill('120')
  await limit(colleague, 'alicloud').fill('90')

  await button(page, 'Review and save').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('room for azure')
  await save(colleague, 'alicloud is slow')
  await context.close()

  await expect(dialog(page)).toContainText('saved while you were editing')
  await expect(dialog(page)).toContainText('“alicloud is slow”')
  const theirs = dialog(page).getByRole('region').or(dialog(page).locator('section')).first()
  await expect(theirs).toContainText('added: limits.alicloud: 90')
  await expect(dialog(page)).toContainText('added: limits.azure: 60')
  await expect(dialog(page)).toContainText('Both changed limits.gcp')
  await expect(inDialog(page, /^Save version/)).toHaveAccessibleDescription('Review the changes of others first.')
  await expect(dialog(page)).toContainText(/on version (1.*Save version 2|2.*Save version 3)/s)
  await expect(page.getByText('Resolve the conflict')).toBeAttached()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await inDialog(page, /^Rebase my draft on version/).click()
  await expect(dialog(page)).toContainText('removed: limits.gcp: 120')
  await expect(dialog(page)).not.toContainText('limits.alicloud')
  await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toHaveValue('room for azure')
  await inDialog(page, /^Save version/).click()
  await expect(dialog(page)).toBeHidden()
  await expect(limit(page, 'gcp')).toHaveValue('100')
  await expect(limit(page, 'alicloud')).toHaveValue('90')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('region', { name: /^Version \d+ in force/ })).toContainText('room for azure')
})

test('without events, the review shows a version saved in the meantime', async ({
  browser,
  page,
  signIn,
  sessionOf,
  noise,
}) => {
  noise.expect(/net::ERR_FAILED.*\/api\/v1\/events/)
  await page.route('**/api/v1/events**', route => route.abort())
  await signIn('admin')
  await open(page)
  await limit(page, 'azure').fill('61')
  const context = await browser.newContext({ baseURL: own().url })
  await context.addCookies(await sessionOf('admin', own().url))
  const colleague = await context.newPage()
  await open(colleague)
  await limit(colleague, 'alicloud').fill('91')
  await save(colleague, 'alicloud again')
  await context.close()
  await button(page, 'Review and save').click()
  await expect(dialog(page)).toContainText('“alicloud again”')
  await expect(dialog(page)).toContainText('added: limits.azure: 61')
  await expect(inDialog(page, /^Save version/)).toHaveAccessibleDescription('Review the changes of others first.')
})

test('an imported file is exported unchanged; an invalid file is rejected with its line', async ({ page, signIn }) => {
  await signIn('admin')
  await open(page)
  const bomb = `a: &a [x, x]\n${'bcdefghij'
    .split('')
    .map((name, place) => `${name}: &${name} [${`*${'abcdefghij'[place]}, `.repeat(9)}*${'abcdefghij'[place]}]`)
    .join('\n')}\n`
  for (const [text, words] of [
    [bomb, /too many aliases/],
    ['hap:\n\tx: 1\n', /Line 2: /],
    ['allowedGlobalAccounts: [*]', /in quotes/],
    ['limits: {aws: -1, gcp: 1000000000}', /limits\.aws is -1, not a whole number from 0 to 999999\./],
    ['hap: {multiHyperscalerAccount: {allowedGlobalAccounts: ["a,shared=true"]}}', /cannot be the id/],
  ] as const) {
    await importText(page, text)
    await expect(dialog(page).getByRole('alert')).toContainText(words)
    await expect(dialog(page).getByRole('textbox')).toHaveValue(text)
    // An error of the previous text is not shown for a new one.
    await dialog(page).getByRole('textbox').fill('limits: {}')
    await expect(dialog(page).getByRole('alert')).toHaveCount(0)
    await inDialog(page, 'Cancel').click()
  }
  await importText(page, `allowedGlobalAccounts: [${Array.from({ length: 30 }, (_, n) => `ga-${n}`).join()}]`)
  await expect(dialog(page)).toBeHidden()
  await button(page, 'Review and save').click()
  await expect(dialog(page).getByText('ga-29')).toBeHidden()
  await dialog(page)
    .getByText(/^\d+ more lines$/)
    .click()
  await expect(dialog(page).getByText('ga-29')).toBeVisible()
  await inDialog(page, 'Cancel').click()

  const yaml = `hap:
  multiHyperscalerAccount:
    allowedGlobalAccounts:
      - "ga-1"
      - "1e5"
    limits:
      default: 0
      aws: 180
      gdch: 4
    minBindingsForGuard: 2
`
  await page.getByRole('tab', { name: 'History' }).click()
  await importText(page, yaml)
  await expect(dialog(page)).toBeHidden()
  await expect(listed(page).getByRole('row', { name: /^1e5/ })).toBeVisible()
  await save(page, 'as in the file')
  expect(await exported(page)).toBe(yaml)

  const seed = readFileSync(path.join('docs', 'examples', 'multi-account.yaml'), 'utf8')
  await importText(page, seed)
  await expect(scope(page, 'All')).toBeChecked()
  await save(page, 'back to the example')
  expect(await exported(page)).toBe(seed.replaceAll(/^\s*#.*\n/gm, ''))
})

test('a draft survives a reload and a lost response, and a discarded draft can be restored', async ({
  page,
  noise,
  signIn,
}) => {
  noise.expect(/net::ERR_FAILED|Failed to load resource/)
  await signIn('admin')
  await open(page)
  await limit(page, 'aws').fill('175')
  await page.reload()
  await expect(limit(page, 'aws')).toHaveValue('175')
  await button(page, 'Discard').click()
  await expect(limit(page, 'aws')).not.toHaveValue('175')
  await button(page, 'Undo').click()
  await expect(limit(page, 'aws')).toHaveValue('175')

  await button(page, 'Review and save').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('lost on the way')
  await expect(inDialog(page, /^Save version/)).not.toHaveAttribute('aria-disabled')
  // The request reaches the server, the response is lost.
  await page.route('**/allowlist', async route => {
    if (!route.request().postData()?.includes('basedOn')) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await inDialog(page, /^Save version/).click()
  await expect(dialog(page)).toContainText('the settings may or may not have been saved')
  await expect(dialog(page)).toContainText(/Version \d+ already has these settings/)
  await page.unroute('**/allowlist')
  await page.reload()
  await expect(page.getByText('“lost on the way”')).toBeVisible()
  await expect(limit(page, 'aws')).toHaveValue('175')
})

test('a draft is made, saved and reverted by keyboard', async ({ page, signIn }) => {
  await signIn('admin')
  await open(page)
  await limit(page, 'aws').fill('150')
  await save(page, 'something to come back to')
  const before = await exported(page)
  await scope(page, 'All').focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(scope(page, 'None')).toBeChecked()
  await expect(consequences(page)).toContainText('Would no longer be allowed multiple accounts')
  await button(page, 'Review and save').focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('nobody for now')
  await expect(inDialog(page, /^Save version/)).not.toHaveAttribute('aria-disabled')
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(button(page, 'Review and save')).toBeFocused()
  expect(await exported(page)).toContain('allowedGlobalAccounts: []')

  await page.getByRole('tab', { name: 'Settings' }).focus()
  await page.keyboard.press('ArrowRight')
  await button(page, /^Use as draft: version/)
    .nth(1)
    .focus()
  await page.keyboard.press('Enter')
  await save(page, 'back to what was')
  expect(await exported(page)).toBe(before)
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('region', { name: /^Version \d+ in force/ })).toContainText('back to what was')
})

test('a session that ends in the review is renewed in another tab, and the input can be saved', async ({
  page,
  context,
  noise,
  signIn,
}) => {
  noise.expect(/401/)
  await signIn('admin')
  await open(page)
  await limit(page, 'azure').fill('77')
  await button(page, 'Review and save').click()
  const reason = dialog(page).getByRole('textbox', { name: 'Reason' })
  await reason.fill('more room')
  await expect(inDialog(page, /^Save version/)).not.toHaveAttribute('aria-disabled')
  await context.clearCookies()
  await inDialog(page, /^Save version/).click()
  await signInBeside(page, 'admin')
  await expect(reason).toHaveValue('more room')
  await inDialog(page, /^Save version/).click()
  await expect(dialog(page)).toBeHidden()
  await expect(toast(page)).toBeVisible()
})

test('a draft, its review and the import are accessible in both themes', async ({ page, signIn }) => {
  await signIn('admin')
  await open(page)
  await scope(page, 'Listed').check()
  await box(page).fill(`${FULL} ga-1`)
  await button(page, /^Add/).first().click()
  await box(page).fill('x!=y')
  await limit(page, 'aws').fill('20')
  await limit(page, 'gcp').fill('-1')
  await expectAccessibleInBothThemes(page)
  await box(page).fill('')
  await limit(page, 'gcp').fill('10')
  await expect(consequences(page)).toContainText('Would no longer be allowed multiple accounts')
  await expectAccessibleInBothThemes(page)
  await button(page, 'Review and save').click()
  await expect(dialog(page).getByRole('list', { name: 'Consequences' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await inDialog(page, 'Cancel').click()
  await importText(page, 'limits: []')
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
