import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/axe.ts'
import { heldBackAction } from '../support/held-back-action.ts'
import { lastRefusals } from '../support/last-refusals.ts'
import { looksRightEverywhere } from '../support/looks.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInBeside } from '../support/sign-in-beside.ts'
import { expect, test } from '../support/test.ts'

/** What is saved here must not reach the tests of other pages: a console of its own, with a database of its own. */
let other: Awaited<ReturnType<typeof startOtherConsole>> | null = null

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
  baseURL: async ({}, use) => use(other?.url),
})

test.beforeAll(async ({ landscape }) => {
  other = await startOtherConsole(readFileSync(landscape.adminKubeconfig, 'utf8'), {
    HAP_MULTI_ACCOUNT_FILE: landscape.multiAccountFile,
  })
})

test.afterAll(async () => other?.stop())

/** Owns two accounts of aws with 48 and 180 clusters. */
const OWNER = '6c0eebd3-b3b0-4a22-a9a5-c8a7d6761612'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name })
const scope = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const limit = (page: Page, provider: string) => page.getByLabel(`Limit of ${provider}`, { exact: true })
const listed = (page: Page) => page.getByRole('table', { name: 'Listed global accounts' })
const box = (page: Page) => page.getByRole('textbox', { name: /^Add global accounts/ })
const consequences = (page: Page) => page.getByRole('region', { name: 'What this changes' })
const toast = (page: Page) => page.getByText(/^Version \d+ is in force\./).last()

async function open(page: Page): Promise<void> {
  await page.goto('/allowlist')
  await expect(page.getByRole('heading', { level: 1, name: 'Allowlist' })).toBeVisible()
}

/** Saves what was changed on the page. */
async function save(page: Page, reason: string): Promise<void> {
  await button(page, 'Review and save').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill(reason)
  await inDialog(page, /^Save version/).click()
  await expect(dialog(page)).toBeHidden()
  await expect(toast(page)).toBeVisible()
}

/** The settings in force as a file. */
async function exported(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export YAML', exact: true }).click(),
  ])
  return readFileSync(await download.path(), 'utf8')
}

async function importText(page: Page, yaml: string): Promise<void> {
  await button(page, 'Import YAML').click()
  await dialog(page).getByRole('textbox').fill(yaml)
  await inDialog(page, 'Load into the page').click()
}

for (const role of ['viewer', 'operator'] as const) {
  test(`${role}: reads everything, changes nothing, and is told why`, async ({ page, signIn }) => {
    await signIn(role)
    await open(page)
    await expect(page.getByText(`Changing them needs the role admin; yours is ${role}.`)).toBeVisible()
    await expect(page.getByRole('row', { name: /^aws 180 180, set for this provider/ })).toBeVisible()
    for (const name of ['Import YAML', 'Review and save'])
      await expect(button(page, name)).toHaveAccessibleDescription('This needs the role admin.')
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('radio')).toHaveCount(0)
    expect(await exported(page)).toContain('allowedGlobalAccounts: ["*"]')
  })
}

test('who saves on a page that somebody else, an admin, had opened is refused by the server, and keeps what was typed', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await open(page)
  await limit(page, 'aws').fill('170')
  await button(page, 'Review and save').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('less room')
  await expect(inDialog(page, /^Save version/)).not.toHaveAttribute('aria-disabled')
  await signIn('operator')
  await inDialog(page, /^Save version/).click()
  await expect(dialog(page)).toContainText(
    'Nothing was done: you are signed in as Omar Operator in this browser now, and this page is of somebody else. Your input is kept.',
  )
  await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toHaveValue('less room')
  await inDialog(page, 'Cancel').click()
  await expect(limit(page, 'aws')).toHaveValue('170')
  const answer = await page.request.get('/api/v1/allowlist')
  expect((await answer.json()).multiAccount.limits.providers.aws).toBe(180)
})

test('what another site sends in the name of an admin is not saved', async ({ page, noise, signIn }) => {
  noise.expect(/ERR_FAILED/)
  await signIn('admin')
  const send = await heldBackAction(page, {
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

  // The same from the console's own page arrives, and is refused by the role of who is signed in by then.
  await signIn('operator')
  const own = await send({ origin: new URL(page.url()).origin })
  expect(await own.text()).toContain('This needs the role admin.')
  expect((await inForce()).providers.aws).toBe(180)
})

test('ids are pasted, checked, saved with a reason, and the simulator follows at once', async ({ page, signIn }) => {
  await signIn('admin')
  await open(page)
  await scope(page, 'Listed').check()
  await box(page).fill(`${OWNER}, ga-nobody-knows\n"${OWNER}"\nga,shared=true\n${'z'.repeat(64)} グローバル`)
  await expect(page.getByText(/^“ga,shared=true”, “グローバル”: Not a label value/)).toBeVisible()
  await expect(page.getByText(/: 64 characters; a label value has at most 63\.$/)).toBeVisible()
  await expect(page.getByText('1 duplicate left out.')).toBeVisible()
  await button(page, 'Add 2 ids').click()
  await expect(box(page)).toHaveValue(/^ga,shared=true\nz+\nグローバル$/)
  await expect(button(page, 'Review and save')).toHaveAccessibleDescription(
    'The box still holds text. Add the ids or clear it first.',
  )
  await box(page).fill('*')
  await expect(page.getByText('It stands for all global accounts: choose Everybody instead.')).toBeVisible()
  await box(page).fill('')
  await expect(listed(page).getByRole('row', { name: new RegExp(OWNER) })).toContainText('known')
  await expect(listed(page).getByRole('row', { name: /ga-nobody-knows/ })).toContainText('unknown')

  const aws = limit(page, 'aws')
  for (const wrong of ['-1', '1e9', '1000000000', '2.5']) {
    await aws.fill(wrong)
    await expect(aws).toHaveAccessibleDescription('A whole number from 0 to 999,999.')
    await expect(button(page, 'Review and save')).toHaveAccessibleDescription(
      'The limit of aws is not a whole number from 0 to 999,999.',
    )
  }
  await aws.fill('20')
  await expect(consequences(page)).toContainText(/No longer allowed several accounts \d+ global accounts/)
  await expect(consequences(page)).toContainText('Claim another account for their next cluster 1 global account')
  const concerned = page.getByRole('table', { name: 'Affected global accounts' })
  await expect(concerned.getByRole('row').filter({ hasText: 'over limit' }).first()).toContainText(OWNER)

  await button(page, 'Review and save').click()
  await expect(dialog(page)).toContainText('removed: limits.aws: 180')
  await expect(dialog(page)).toContainText('added: limits.aws: 20')
  await expect(dialog(page)).toContainText('removed: allowedGlobalAccounts: "*"')
  await expect(dialog(page)).toContainText(`added: allowedGlobalAccounts: ${OWNER}`)
  await expect(dialog(page)).toContainText('1 added id is not in the inventory: ga-nobody-knows. Check the spelling.')
  await expect(inDialog(page, 'Save version 1')).toHaveAccessibleDescription('Enter a reason first.')
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('pilot with one customer')
  await dialog(page).getByRole('textbox', { name: 'Ticket' }).fill('OPS-7')
  await inDialog(page, 'Save version 1').dblclick()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('Version 1 is in force.')).toBeVisible()
  await expect(page.getByText('“pilot with one customer” (OPS-7)')).toBeVisible()
  await expect(button(page, 'Review and save')).toHaveAccessibleDescription('There are no changes.')

  await page.goto(`/simulator?plan=aws&ga=${OWNER}`)
  await expect(page.getByRole('region', { name: 'Outcome' }).getByRole('heading', { level: 2 })).toHaveText(/^Claims /)
  await page.goto('/simulator?plan=aws&ga=nobody')
  await expect(page.getByText(/one account allowed$/i)).toBeVisible()

  await page.goto('/allowlist?tab=history')
  await expect(page.getByRole('region', { name: /^Version \d+/ })).toHaveCount(1)
  const first = page.getByRole('region', { name: /^Version 1/ })
  await expect(first).toContainText('pilot with one customer (OPS-7)')
  await expect(first).toContainText('Ada Admin')
  await expect(first).toContainText('removed: limits.aws: 180')
})

test('what somebody else saves meanwhile is shown with both versions, and nothing typed is lost', async ({
  browser,
  page,
  signIn,
  sessionOf,
}) => {
  await signIn('admin')
  await open(page)
  await limit(page, 'azure').fill('60')
  await limit(page, 'gcp').fill('100')

  const context = await browser.newContext({ baseURL: other?.url ?? '' })
  await context.addCookies(await sessionOf('admin', other?.url))
  const colleague = await context.newPage()
  await open(colleague)
  await limit(colleague, 'gcp').fill('120')
  await limit(colleague, 'alicloud').fill('90')

  await button(page, 'Review and save').click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('room for azure')
  await save(colleague, 'alicloud is slow')
  await context.close()

  await expect(dialog(page)).toContainText('saved in the meantime')
  await expect(dialog(page)).toContainText('“alicloud is slow”')
  const theirs = dialog(page).getByRole('region').or(dialog(page).locator('section')).first()
  await expect(theirs).toContainText('added: limits.alicloud: 90')
  await expect(dialog(page)).toContainText('added: limits.azure: 60')
  await expect(dialog(page)).toContainText('You and they both changed limits.gcp')
  await expect(inDialog(page, /^Save version/)).toHaveAccessibleDescription('Review what others changed first.')
  await expect(dialog(page)).toContainText(/top of version (1.*Save version 2|2.*Save version 3)/s)
  await expect(page.getByText('Resolve that first')).toBeAttached()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await inDialog(page, /^Apply mine on top of version/).click()
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

test('a page that hears of nothing learns of a newer version when its review opens', async ({
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
  const context = await browser.newContext({ baseURL: other?.url ?? '' })
  await context.addCookies(await sessionOf('admin', other?.url))
  const colleague = await context.newPage()
  await open(colleague)
  await limit(colleague, 'alicloud').fill('91')
  await save(colleague, 'alicloud again')
  await context.close()
  await button(page, 'Review and save').click()
  await expect(dialog(page)).toContainText('“alicloud again”')
  await expect(dialog(page)).toContainText('added: limits.azure: 61')
  await expect(inDialog(page, /^Save version/)).toHaveAccessibleDescription('Review what others changed first.')
})

test('a file is imported and exported as it was; what is none is refused with its line', async ({ page, signIn }) => {
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
    // What was wrong with the text is not said of another one.
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
  await expect(scope(page, 'Everybody')).toBeChecked()
  await save(page, 'back to the example')
  expect(await exported(page)).toBe(seed.replaceAll(/^\s*#.*\n/gm, ''))
})

test('a draft survives a reload and a lost answer, and comes back when it was discarded', async ({
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
  // The server hears it, the answer is lost.
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

test('keyboard: from the choice to the saved version, and back from the history', async ({ page, signIn }) => {
  await signIn('admin')
  await open(page)
  await limit(page, 'aws').fill('150')
  await save(page, 'something to come back to')
  const before = await exported(page)
  await scope(page, 'Everybody').focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(scope(page, 'Nobody')).toBeChecked()
  await expect(consequences(page)).toContainText('No longer allowed several accounts')
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
  await button(page, /^Edit from this version: version/)
    .nth(1)
    .focus()
  await page.keyboard.press('Enter')
  await save(page, 'back to what was')
  expect(await exported(page)).toBe(before)
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('region', { name: /^Version \d+ in force/ })).toContainText('back to what was')
})

test('whose session ends meanwhile signs in beside the dialog, and saves what was typed', async ({
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

looksRightEverywhere({ address: '/allowlist', shows: 'Who may own several accounts' })
looksRightEverywhere({ address: '/allowlist?tab=history', shows: /^Version \d+ in force|No changes yet/ })

test('axe finds nothing in a draft, the review and the import, in both themes', async ({ page, signIn }) => {
  await signIn('admin')
  await open(page)
  await scope(page, 'Listed').check()
  await box(page).fill(`${OWNER} ga-1`)
  await button(page, /^Add/).first().click()
  await box(page).fill('x!=y')
  await limit(page, 'aws').fill('20')
  await limit(page, 'gcp').fill('-1')
  await expectAccessibleInBothThemes(page)
  await box(page).fill('')
  await limit(page, 'gcp').fill('10')
  await expect(consequences(page)).toContainText('No longer allowed several')
  await expectAccessibleInBothThemes(page)
  await button(page, 'Review and save').click()
  await expect(dialog(page).getByRole('list', { name: 'Consequences' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await inDialog(page, 'Cancel').click()
  await importText(page, 'limits: []')
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
