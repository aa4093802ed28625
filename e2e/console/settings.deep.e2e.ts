import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { expectAccessible } from '../support/axe.ts'
import { multiAccountText, rulesText } from '../support/landscape.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

/** A global account of the demo landscape with two accounts in aws. */
const FULL = '6c0eebd3-b3b0-4a22-a9a5-c8a7d6761612'

const PAGES = [
  '/',
  '/pools',
  '/pools/aws~eu',
  '/bindings',
  '/bindings/CredentialsBinding/sap-aws-skr-cust-00132',
  '/simulator?plan=aws&ga=x',
]

const strip = (page: Page) => page.getByText(/is not valid, so the last good version stays in force:/)
const headline = (page: Page) => page.getByRole('region', { name: 'Outcome' }).getByRole('heading', { level: 2 })

/** Replaces the content of a file while `look` runs. */
async function withFile(file: string, text: string | Uint8Array, look: () => Promise<void>): Promise<void> {
  const before = readFileSync(file)
  writeFileSync(file, text)
  try {
    await look()
  } finally {
    writeFileSync(file, before)
  }
}

test('while the rules file is invalid, the last valid rules stay in force and every page says so', async ({
  page,
  landscape,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/simulator?plan=aws&ga=x')
  await expect(headline(page)).toHaveText(/^Would claim sap-aws-/)
  await expect(strip(page)).toHaveCount(0)
  await withFile(landscape.rulesFile, 'hap:\n  rule:\n    - aws(\n    - gcp(PR=\n', async () => {
    await expect(strip(page)).toContainText(/rules\.yaml line 3 is not valid/)
    await expect(strip(page)).toContainText(/ \d+ more of its kind\.$/)
    await expect(page.getByText('rules.yaml, 11 rules')).toBeVisible()
    await page.getByRole('combobox', { name: /^Platform region/ }).fill('cf-eu11')
    await expect(headline(page)).toHaveText(/^Would claim sap-aws-skr-eu-/)
    for (const address of PAGES) {
      await page.goto(address)
      await expect(strip(page), address).toBeVisible()
    }
    await expectAccessible(page)
    await page.goto('/pools')
    await expect(page.getByText('12 of 12 pools')).toBeVisible()
  })
  await expect(strip(page)).toHaveCount(0)
})

test('an invalid rules file is reported and changes nothing', async ({ page, landscape, signIn }) => {
  await signIn('viewer')
  await page.goto('/pools')
  for (const [text, words] of [
    ['', /The document is empty\./],
    ['hap:\n\trule: [aws]\n', /line 2 is not valid/],
    [new Uint8Array([0xff, 0xfe, 0x00, 0x01]), /is not valid/],
    [rulesText(['aws', 'aws']), /line \d is not valid/],
  ] as const) {
    await withFile(landscape.rulesFile, text, async () => {
      await expect(strip(page).filter({ hasText: words })).toBeVisible()
      await expect(page.getByText('12 of 12 pools')).toBeVisible()
    })
    await expect(strip(page)).toHaveCount(0)
  }
})

test('valid rules take effect on an open page', async ({ page, landscape, signIn }) => {
  await signIn('viewer')
  await page.goto('/simulator?plan=gdch&ga=x')
  await expect(headline(page)).toHaveText('No rule names plan gdch.')
  await withFile(landscape.rulesFile, rulesText([...DEFAULT_RULES, 'gdch']), async () => {
    await expect(headline(page)).toHaveText(/^Would claim sap-gdch-/)
    await expect(page.getByText('rules.yaml, 12 rules')).toBeVisible()
  })
  await expect(headline(page)).toHaveText('No rule names plan gdch.')
})

test('valid allowlist and limits take effect on an open page, and invalid ones do not', async ({
  page,
  landscape,
  signIn,
}) => {
  const off = { allowed: [], limits: null, minBindingsForGuard: 0 }
  await signIn('viewer')
  await page.goto(`/simulator?plan=aws&ga=${FULL}`)
  await expect(page.getByText('48 of 180 clusters after this request')).toBeVisible()
  await withFile(landscape.multiAccountFile, multiAccountText(off), async () => {
    await expect(page.getByText('Owns 2 accounts in aws, one account allowed')).toBeVisible()
    await expect(page.getByText('48 clusters after this request')).toBeVisible()
  })
  await expect(page.getByText('48 of 180 clusters after this request')).toBeVisible()
  await withFile(landscape.multiAccountFile, 'hap: {multiHyperscalerAccount: {limits: {aws: -1}}}', async () => {
    await expect(strip(page)).toContainText('limits.aws is -1')
    await expect(page.getByText('48 of 180 clusters after this request')).toBeVisible()
  })
})
