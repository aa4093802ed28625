import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Rules', exact: true })
const findings = (page: Page) => page.getByRole('region', { name: 'Findings' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const line = (page: Page, text: string) => editor(page).locator('.cm-line').filter({ hasText: text })

const RULES = `hap:
  rule:
    - aws
    - aws(PR=cf-eu11) -> EU
    - aws(PR=cf-us10) -> PR
    - azure
    - gcp
    - trial -> S
    - sap-converged-cloud -> HR, S
    - azure_lite
    - preview
    - free
`

/** Drops a file on the editor. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([called, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], called, { type: 'text/yaml' }))
      return transfer
    },
    [name, text] as const,
  )
  await editor(page).dispatchEvent('drop', { dataTransfer })
}

test('a dropped file becomes the draft, a hover shows the selector of a rule and its clusters, plans fold, and multiple cursors type', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/rules')
  await expect(editor(page)).toBeVisible()
  await drop(page, 'values.yaml', RULES)
  await expect(line(page, 'aws(PR=cf-us10) -> PR')).toBeVisible()
  await expect(page.getByText('Unpublished draft')).toBeVisible()
  await expect(page.getByText('No problems')).toBeVisible()

  const tooltip = page.locator('.hap-hover')
  await expect(async () => {
    await line(page, 'gcp').hover({ position: { x: 90, y: 10 } })
    await line(page, 'aws(PR=cf-eu11) -> EU').hover({ position: { x: 90, y: 10 } })
    await expect(tooltip).toContainText('hyperscalerType=aws,euAccess=true,shared!=true,!dirty,!tenantName')
    await expect(tooltip).toContainText(/[\d,]+ clusters match this rule\./)
  }).toPass()
  await expect(tooltip.getByRole('button', { name: 'Copy command' })).toBeVisible()

  await button(page, 'Fold plans').click()
  await expect(line(page, 'aws(PR=cf-eu11) -> EU')).toHaveCount(0)
  await expect(line(page, 'azure_lite')).toBeVisible()
  await button(page, 'Unfold').click()
  await expect(line(page, 'aws(PR=cf-eu11) -> EU')).toBeVisible()

  await line(page, 'aws(PR=cf-eu11) -> EU').click()
  await line(page, 'aws(PR=cf-us10) -> PR').click({ modifiers: ['ControlOrMeta'] })
  await page.keyboard.press('End')
  await page.keyboard.type(', HR')
  await page.keyboard.press('Escape')
  await expect(line(page, 'aws(PR=cf-eu11) -> EU, HR')).toBeVisible()
  await expect(line(page, 'aws(PR=cf-us10) -> PR, HR')).toBeVisible()
})

test('the errors of an invalid file are listed, and it cannot be published', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/rules')
  await expect(editor(page)).toBeVisible()
  const aliases = Array.from({ length: 200 }, (_, at) => `- &a${at} aws\n- *a${at}\n`).join('')
  for (const [text, words] of [
    ['hap:\n\trule: []\n', 'Tabs are not allowed as indentation.'],
    ['rule: [aws]\nrule: [gcp]\n', 'The key rule is given twice.'],
    ['kind: Secret\n', 'There are no rules in this document.'],
    ['hap:\n  rule: aws\n', 'hap.rule is a text, not a list.'],
    ['hap:\n  rule: [aws]\n  sharedRule: trial\n', 'The document has rules in two places.'],
    [`rule:\n${aliases}`, 'There are more than 100 aliases.'],
    ['rule: *list\n', '*list refers to nothing.'],
  ] as const) {
    await drop(page, 'values.yaml', text)
    await expect(findings(page)).toContainText(words)
    await expect(button(page, 'Publish')).toHaveAttribute('aria-disabled', 'true')
  }
  await drop(page, 'long.yaml', 'x'.repeat(1_200_000))
  await expect(page.getByRole('alert').filter({ hasText: 'long.yaml has 1.2 MB. The limit is 1 MB.' })).toBeVisible()
  await expect(findings(page)).toContainText('*list refers to nothing.')
})

test('byte order mark, CRLF, anchors and merged keys are supported', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/rules')
  await expect(editor(page)).toBeVisible()
  const anchored = RULES.replace('    - gcp\n', '    - &gcp gcp\n').replace('hap:', 'base: &base')
  await drop(page, 'values.yaml', `\ufeff${`${anchored}hap:\n  <<: *base\n`.replaceAll('\n', '\r\n')}`)
  await expect(line(page, '<<: *base')).toBeVisible()
  await expect(page.getByText('No problems')).toBeVisible()
  await expect(button(page, 'Format')).not.toHaveAttribute('aria-disabled', 'true')
})
