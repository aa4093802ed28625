import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { FULL, LARGE } from '../support/demo-landscape.ts'
import { answer, field, headline } from '../support/simulator-page.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

const values = (page: Page, name: string) =>
  page.getByRole('form', { name: 'Requests' }).getByRole('textbox', { name: new RegExp(`^${name}`) })

const MATRIX = `/simulator?mode=matrix&plan=aws,gcp&pr=cf-eu11,cf-us10&ga=${LARGE},${FULL}&semantics=keb&run=1`

async function copiedLink(page: Page, context: BrowserContext): Promise<string> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Asserts that the page shows MATRIX, evaluated under KEB semantics. */
async function expectMatrix(page: Page): Promise<void> {
  await expect(page.getByRole('radio', { name: 'Matrix' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'KEB' })).toBeChecked()
  await expect(values(page, 'Plan')).toHaveValue('aws,gcp')
  await expect(values(page, 'Platform region')).toHaveValue('cf-eu11,cf-us10')
  await expect(values(page, 'Global account')).toHaveValue(`${LARGE},${FULL}`)
  await expect(answer(page).getByText('keb semantics')).toBeVisible()
}

test('the link of a matrix restores it evaluated, after a sign-in, a reload and on the way back', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto(MATRIX)
  await expectMatrix(page)
  const link = await copiedLink(page, context)
  expect(new URL(link).hash).toBe('')
  expect(link).toContain('mode=matrix&run=1&semantics=keb&plan=aws,gcp')

  await context.clearCookies()
  await page.goto(link)
  await page.getByRole('button', { name: /viewer/i }).click()
  await expectMatrix(page)
  await expect(page).toHaveURL(({ hash }) => hash === '')
  await page.reload()
  await expectMatrix(page)
  await page.getByRole('link', { name: 'Pools', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pools' })).toBeVisible()
  await page.goBack()
  await expectMatrix(page)
})

test('a link that would be too long is stored in the database, and every role can open it', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/simulator?mode=matrix&plan=aws')
  const ids = (start: number) => Array.from({ length: 40 }, (_, n) => hash(`${start}-${n}`)).join(',')
  const regions = ids(1_000)
  const accounts = ids(2_000)
  await values(page, 'Platform region').fill(regions)
  await values(page, 'Global account').fill(accounts)
  const link = await copiedLink(page, context)
  expect(new URL(link).hash).toMatch(/^#s\.[\w-]{16}$/)

  await context.clearCookies()
  await signIn('operator')
  await page.goto(link)
  await expect(values(page, 'Platform region')).toHaveValue(regions)
  await expect(values(page, 'Global account')).toHaveValue(accounts)

  await page.goto('/simulator#s.AAAAAAAAAAAAAAAA')
  await expect(page.getByText('Link not found. It is incomplete, or was created more than 180 days ago.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Simulate a provisioning request' })).toBeVisible()
})

test('a link of an earlier release opens, and a truncated one restores its readable fields', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  const link = `/simulator#1.${deflateSync(`plan=aws&pr=cf-eu11&ga=${LARGE}`).toString('base64url')}`
  await page.goto('/')
  await page.goto(link.slice(0, -20))
  await expect(page.getByText('This link is truncated or damaged. The readable fields are filled in')).toBeVisible()
  await expect(field(page, 'Plan')).toHaveValue('aws')
  await expect(field(page, 'Platform region')).toHaveValue('cf-eu11')
  await expect(field(page, 'Global account')).toHaveValue('')
  await expectAccessible(page)
  // The same page with another fragment.
  await page.evaluate(next => window.location.assign(next), link)
  await expect(field(page, 'Global account')).toHaveValue(LARGE)
  await expect(headline(page)).toHaveText(/^Would claim /)
  await expect(page.getByText('This link is truncated')).toHaveCount(0)
})

test('an empty link, and one of another version, show an empty page with the reason', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const [fragment, words] of [
    ['#1.', 'This link is truncated or damaged and could not be read.'],
    ['#1.%00%ff', 'This link is truncated or damaged and could not be read.'],
    ['#1', 'This link is truncated or damaged and could not be read.'],
    ['#2.eJwrSS0uAQAEXQHB', 'This link was created by another version of the console'],
    ['#s', 'Link not found.'],
  ] as const) {
    await page.goto('/')
    await page.goto(`/simulator${fragment}`)
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Simulate a provisioning request' })).toBeVisible()
  }
})

/** Text that does not compress well, like ids. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
