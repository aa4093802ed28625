import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { runHap } from '../../test/cli/run-hap.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const cases = (page: Page) => page.getByRole('table', { name: 'Cases' })
const result = (page: Page, name: string) =>
  cases(page).getByRole('row').filter({ hasText: name }).getByRole('cell').first()

const RULES = `rule:
- aws
- aws(PR=cf-eu11) -> EU
- azure
- gcp
- trial -> S
- sap-converged-cloud -> HR, S
- azure_lite
- preview
- free
`

const CASES = `# What must hold.
cases:
  - name: EU stays EU # for the auditors
    request: { plan: aws, platformRegion: cf-eu11 }
    expect: { pool: aws~eu }
`

/** Replaces the draft in the editor. */
async function draft(page: Page, text: string): Promise<void> {
  await tab(page, 'Editor').click()
  const editor = page.getByRole('textbox', { name: 'Rules' })
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

test('cases are imported, checked against the draft while typing, and exported with comments for hap conformance', async ({
  page,
  signIn,
}) => {
  await signIn('operator')
  await page.goto('/rules?tab=cases')
  await expect(page.getByRole('heading', { name: 'No cases pinned' })).toBeVisible()
  await button(page, 'Import YAML').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Cases' }).fill(CASES.replace('expect:', 'expects:'))
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Line 5: Unknown field `expects`.')
  await dialog.getByRole('textbox', { name: 'Cases' }).fill(CASES)
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog).toBeHidden()
  await expect(result(page, 'EU stays EU')).toHaveText('passed')
  await expectAccessible(page)

  await draft(page, RULES.replace('(PR=cf-eu11) -> EU', '(PR=cf-eu11)'))
  await expect(page.getByText('1 case failing')).toBeVisible()
  await tab(page, 'Cases').click()
  await expect(result(page, 'EU stays EU')).toHaveText('failed')
  await expect(cases(page)).toContainText('pool aws, by rule 2')
  await draft(page, RULES)
  await expect(page.getByText('1 case failing')).toBeHidden()
  await tab(page, 'Cases').click()

  await button(page, 'Add case').click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('nothing for alicloud')
  await dialog.getByRole('combobox', { name: 'Plan', exact: true }).fill('alicloud')
  await dialog.getByRole('button', { name: 'Use this result' }).click()
  await dialog.getByRole('button', { name: 'Add case' }).click()
  await expect(result(page, 'nothing for alicloud')).toHaveText('passed')

  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export YAML').click()])
  const exported = readFileSync(await download.path(), 'utf8')
  expect(exported).toContain('# What must hold.')
  expect(exported).toContain('name: EU stays EU # for the auditors')
  const ran = await runHap(['conformance', '--required=', '--rules', 'rules', 'cases'], {
    rules: RULES,
    cases: exported,
  })
  expect([ran.code, ran.out]).toEqual([0, '2 passed, 0 failed'])

  await page.reload()
  await expect(result(page, 'nothing for alicloud')).toHaveText('passed')
  await button(page, 'Remove nothing for alicloud').click()
  await expect(cases(page)).not.toContainText('nothing for alicloud')
  await button(page, 'Undo').click()
  await expect(result(page, 'nothing for alicloud')).toHaveText('passed')
})

test('cases removed in quick succession are all removed, and each can be restored', async ({ page, signIn }) => {
  await signIn('operator')
  await page.goto('/rules?tab=cases')
  await button(page, 'Import YAML').click()
  const dialog = page.getByRole('dialog')
  const more = ['b', 'c'].map(name => `  - name: ${name}\n    request: { plan: gcp }\n    expect: { pool: gcp }\n`)
  await dialog.getByRole('textbox', { name: 'Cases' }).fill(CASES + more.join(''))
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(cases(page).getByRole('row')).toHaveCount(4)
  // Both clicks happen before the page renders again.
  await cases(page).evaluate(table => {
    for (const name of ['EU stays EU', 'b']) table.querySelector<HTMLElement>(`[aria-label="Remove ${name}"]`)?.click()
  })
  await expect(cases(page).getByRole('row')).toHaveCount(2)
  await expect(result(page, 'c')).toHaveText('passed')
  await button(page, 'Undo').last().click()
  await expect(cases(page).getByRole('row')).toHaveCount(3)
})

test('a result of the simulator is pinned as a case', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/simulator?plan=trial')
  await button(page, 'Pin as case').click()
  await button(page, 'Show cases').click()
  await expect(result(page, 'trial · aws: pool aws · shared')).toHaveText('passed')
})

test('coverage follows the draft: unmatched rules, combinations without a rule, and unreachable pools', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/rules?tab=coverage')
  const rules = page.getByRole('table', { name: 'Rules by use' })
  await expect(rules.getByRole('row')).toHaveCount(12)
  await expectAccessible(page)
  await draft(page, `${RULES}- aws(PR=cf-zz99) -> PR\n`)
  await tab(page, 'Coverage').click()
  const added = rules.getByRole('row').filter({ hasText: 'cf-zz99' })
  await expect(added).toContainText('never matched')
  await expect(added).toContainText('no bindings in aws_cf-zz99')
  await page.getByRole('radio', { name: 'Never matched' }).check()
  await expect(rules.getByRole('row').filter({ hasText: 'never matched' })).toHaveCount(
    (await rules.getByRole('row').count()) - 1,
  )
  await expect(page.getByRole('region', { name: 'Pools not reached by any rule' })).toContainText('gcp_cf-sa30')
  await draft(page, 'rule: [aws(]\n')
  await tab(page, 'Coverage').click()
  await expect(page.getByRole('heading', { name: 'The draft has errors' })).toBeVisible()
})

test('a matrix shows its size before it is evaluated, and its link restores it', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/simulator?plan=aws')
  await page.getByRole('radio', { name: 'Matrix' }).check()
  const form = page.getByRole('form', { name: 'Requests' })
  await form.getByRole('textbox', { name: /^Plan/ }).fill('aws, gcp, alicloud')
  await form.getByRole('textbox', { name: /^Platform region/ }).fill('cf-eu11 cf-us10')
  await expect(form).toContainText('3 plans × 2 platform regions')
  await button(page, 'Evaluate 6 combinations').click()
  const outcomes = page.getByRole('table', { name: 'Outcomes' })
  await expect(outcomes.getByRole('row').nth(1)).toContainText('no rule')
  await expect(page.getByRole('heading', { name: 'No rule matches 2 of 6 combinations' })).toBeVisible()
  await button(page, '2 combinations: no rule').click()
  await expect(page.getByRole('table', { name: 'Combinations' }).getByRole('row')).toHaveCount(3)
  await expectAccessible(page)
  await page.goto(page.url())
  await expect(page.getByRole('heading', { name: 'No rule matches 2 of 6 combinations' })).toBeVisible()

  const many = (start: string, count: number) =>
    Array.from({ length: count }, (_, number) => `${start}${number}`).join(',')
  await form.getByRole('textbox', { name: /^Hyperscaler region/ }).fill(many('r', 200))
  await form.getByRole('textbox', { name: /^Global account/ }).fill(many('g', 150))
  await expect(form).toContainText(
    'The limit is 30,000 combinations. Hyperscaler region has 200 values; the maximum is 33.',
  )
  await expect(button(page, 'Evaluate 180,000 combinations')).toHaveAttribute('aria-disabled', 'true')
})
