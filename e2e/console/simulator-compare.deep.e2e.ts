import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { FULL, LARGE } from '../support/demo-landscape.ts'
import { answer, field, headline } from '../support/simulator-page.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

const DRAFTED = 'aws(PR=cf-us10) -> EU'
const REQUEST = '/simulator?plan=aws&pr=cf-us10&ga=e2e-new'

const comparison = (page: Page) => answer(page).getByRole('table', { name: 'Comparison' })
const differences = (page: Page) => answer(page).getByRole('table', { name: 'Differences' })
const choose = (page: Page, label: string, option: string) =>
  page.getByLabel(label, { exact: true }).selectOption(option)
const row = (page: Page, part: string) => comparison(page).getByRole('row', { name: new RegExp(`^${part}`) })

/** Creates a draft in this tab with one additional rule. */
async function draft(page: Page): Promise<void> {
  await page.goto('/rules')
  const editor = page.getByRole('textbox', { name: 'Rules', exact: true })
  await editor.click()
  await page.keyboard.press('ControlOrMeta+End')
  // The file ends with a newline.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.keyboard.type(DRAFTED)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Unpublished draft')).toBeVisible()
  await expect(editor).toContainText(DRAFTED)
}

test('a request is compared part by part with the draft of the tab, and the address keeps the comparison', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await draft(page)
  await page.getByRole('link', { name: 'Simulator', exact: true }).click()
  await page.goto(REQUEST)
  await expect(headline(page)).toHaveText(/^Would claim /)
  await choose(page, 'Compare with', 'Your draft')
  await expect(comparison(page).getByRole('columnheader')).toHaveText(['Part', 'Rules in force', 'Your draft'])
  await expect(row(page, 'Rule')).toContainText('differs')
  await expect(row(page, 'Rule')).toContainText(DRAFTED)
  await expect(row(page, 'Pool').getByRole('link').last()).toHaveAttribute('href', '/pools/aws~eu')
  await expect(row(page, 'Pool')).toContainText('differs')
  await expect(row(page, 'Selector')).toContainText('euAccess=true')
  await expect(row(page, 'Outcome')).not.toContainText('differs')
  await expect(page).toHaveURL(`${REQUEST}&with=draft`)
  await expectAccessible(page)
  await page.reload()
  await expect(row(page, 'Rule')).toContainText(DRAFTED)

  await field(page, 'Platform region').fill('cf-us20')
  await expect(answer(page).getByText('Same result on both sides', { exact: true })).toBeVisible()
  await choose(page, 'Baseline rules', 'Your draft')
  await expect(answer(page).getByText('Both sides use the same rules.')).toBeVisible()
  await choose(page, 'Compare with', 'None')
  await expect(comparison(page)).toHaveCount(0)
})

test('the link of a comparison contains the draft and does not replace that of the recipient', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('viewer')
  await draft(page)
  await page.goto(`${REQUEST}&with=draft`)
  await expect(row(page, 'Rule')).toContainText(DRAFTED)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/simulator#s\.[\w-]{16}$/)

  const other = await context.newPage()
  await other.goto(link)
  await expect(comparison(other).getByRole('columnheader')).toHaveText([
    'Part',
    'Rules in force',
    'Draft from the link',
  ])
  await expect(row(other, 'Rule')).toContainText(DRAFTED)
  await expect(other).toHaveURL(
    ({ hash, search }) => hash === '' && search.endsWith('with=sent&plan=aws&pr=cf-us10&ga=e2e-new'),
  )
  await other.reload()
  await expect(row(other, 'Rule')).toContainText(DRAFTED)
  await other.getByRole('link', { name: 'Rules', exact: true }).click()
  await expect(other.getByRole('textbox', { name: 'Rules', exact: true })).not.toContainText(DRAFTED)
  await other.close()
})

test('a comparison with something absent is reported, and the answer is still shown', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const [compared, words] of [
    ['draft', 'No draft of the rules in this tab.'],
    ['sent', 'The draft from the link is no longer in this tab.'],
    ['999', 'There is no revision 999.'],
    ['in-force', 'Both sides use the same rules.'],
  ] as const) {
    await page.goto(`${REQUEST}&with=${compared}`)
    await expect(answer(page).getByText(words)).toBeVisible()
    await expect(headline(page)).toHaveText(/^Would claim /)
  }
  await page.goto(`${REQUEST}&with=nonsense&rules=nonsense`)
  await expect(headline(page)).toHaveText(/^Would claim /)
  await expect(page.getByLabel('Compare with', { exact: true })).toHaveValue('')
})

test('the matrix lists only differing combinations, for rules and for semantics', async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('viewer')
  await draft(page)
  await page.goto(`/simulator?mode=matrix&plan=aws,gcp&pr=cf-us10,cf-eu11&ga=${LARGE}&run=1&with=draft`)
  await expect(answer(page).getByRole('heading', { name: '1 of 4 combinations differs' })).toBeVisible()
  await expect(differences(page)).toContainText(DRAFTED)
  await differences(page)
    .getByRole('button', { name: /^1 combination: / })
    .click()
  const combination = differences(page).getByRole('table', { name: 'Combinations' }).locator('tbody tr')
  await expect(combination).toHaveCount(1)
  await expect(combination).toContainText('cf-us10')
  await differences(page).getByRole('button', { name: 'Copy kubectl command' }).last().click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^kubectl get credentialsbindings,secretbindings -n garden-kyma-prod -l 'hyperscalerType=aws,/)

  await choose(page, 'Compare with', 'KEB semantics')
  await expect(differences(page).getByRole('columnheader')).toHaveText([
    'Combinations',
    'Differs in',
    'Documented',
    'KEB',
  ])
  await expectAccessible(page)
  await page.goto(`/simulator?mode=matrix&plan=aws,gcp&run=1&with=semantics&ga=${FULL}`)
  await expect(answer(page).getByRole('heading', { name: /of 2 combinations (differ|differs)$/ })).toBeVisible()
})

test('each selector of a matrix can be copied as a command', async ({ page, context, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('viewer')
  await page.goto('/simulator?mode=matrix&plan=aws,trial&run=1')
  const outcomes = answer(page).getByRole('table', { name: 'Outcomes' })
  const commands = outcomes.getByRole('button', { name: 'Copy kubectl command' })
  await expect(commands.first()).toBeVisible()
  await expect(commands).toHaveCount(await outcomes.getByRole('button', { name: 'Copy selector' }).count())
  await commands.first().click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^kubectl get credentialsbindings,secretbindings -n garden-kyma-prod -l 'hyperscalerType=/)
})

test('a shoot opens in the simulator with its known fields', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto(`/shoots?q=ga:${LARGE}`)
  const link = page.getByRole('link', { name: /: open .+ in simulator$/ }).first()
  const known = new URLSearchParams((await link.getAttribute('href'))?.split('?')[1])
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Simulator' })).toBeVisible()
  await expect(field(page, 'Global account')).toHaveValue(LARGE)
  await expect(field(page, 'Hyperscaler region')).toHaveValue(known.get('hr') ?? 'none')
  await expect(field(page, 'Plan')).toHaveValue(known.get('plan') ?? '')
})
