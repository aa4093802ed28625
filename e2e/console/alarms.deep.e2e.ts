import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByPage } from '../support/sign-in.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

const strip = (page: Page) => page.getByText(/^(gcp|This pool) is running low: /)

test('an alarm is raised below the low-water mark, clears above its band, and links to its pools', async ({
  browser,
  garden,
  landscape,
  page: own,
  signIn,
}) => {
  test.setTimeout(300_000)
  const console = await startOtherConsole(readFileSync(landscape.adminKubeconfig, 'utf8'), {
    HAP_LOW_WATER: '0-0,gcp=12-13',
  })
  const page = await browser.newPage({ baseURL: console.url })
  const [free] = await bindingsWith(garden, 'hyperscalerType=gcp,!euAccess,!shared,!dirty,!tenantName,!internal')
  if (!free) throw new Error('The landscape has no free gcp account.')
  let undo: (() => Promise<unknown>) | null = null
  try {
    await signInByPage(page, 'viewer')
    await page.goto('/pools')
    await expect(page.getByText('12 of 12 pools')).toBeVisible()
    await expect(strip(page)).toHaveCount(0)

    undo = await relabel(garden, free.kind, free.name, { tenantName: 'e2e-tenant' })
    await expect(strip(page)).toContainText(
      'gcp is running low: 11 usable accounts, below the low-water mark of 12. Alert raised',
    )
    await expect(page.getByRole('status').filter({ hasText: 'Alert: gcp is low.' })).toBeAttached()
    await page.goto('/pools?q=alarm:low')
    await expect(page.getByText('1 of 12 pools')).toBeVisible()
    await page.goto('/')
    await page.getByRole('link', { name: '1 pool low' }).click()
    await expect(page).toHaveURL('/pools?q=alarm:low,runway+-problem:exhausted')
    await expect(page.getByText('1 of 12 pools')).toBeVisible()
    const file = await (await page.request.get('/api/v1/pools/export?format=csv&q=alarm:low')).text()
    expect(file.split('\r\n')[0]).toContain(',alarm,alarm_since,low_water,runway_days')
    expect(file).toContain(',low,')

    await undo()
    undo = null
    await page.goto('/pools')
    await expect(strip(page)).toContainText('gcp is running low: 12 usable accounts; the alert clears above 13.')
    await expectAccessibleInBothThemes(page)
    await page.goto('/pools/gcp')
    await expect(strip(page)).toContainText('This pool is running low: 12 usable accounts')
    await expectAccessibleInBothThemes(page)
  } finally {
    await undo?.()
    await page.close()
    await console.stop()
  }
  await signIn('viewer')
  await own.goto('/pools/gcp')
  await expect(own.getByRole('link', { name: '12 free' }).first()).toBeVisible()
})

test('a search for an unknown alarm lists the possible values', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/pools?q=alarm:fire')
  await expect(page.getByText('Unknown alarm "fire". Possible values: low, runway.')).toBeVisible()
  await page.goto('/pools?q=alarm:low')
  await expect(page.getByText('3 of 12 pools')).toBeVisible()
  await expect(page.getByRole('link', { name: '3 pools', exact: true })).toHaveAttribute(
    'href',
    '/pools?q=alarm:low,runway+-problem:exhausted',
  )
})
