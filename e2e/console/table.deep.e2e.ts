import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/axe.ts'
import { columns, focus, head, item, LISTS, testColumns } from '../support/columns-menu.ts'
import { isAlive } from '../support/hydration.ts'
import { addBinding } from '../support/landscape-accounts.ts'
import { watchLayoutShifts } from '../support/layout-shifts.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

const rows = (page: Page) =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
const row = (page: Page, name: string) => rows(page).filter({ has: page.getByRole('link', { name, exact: true }) })

/** A CredentialsBinding of the landscape. */
const ACCOUNT = 'sap-aws-skr-cust-00132'

for (const list of LISTS.slice(1)) testColumns(list)

test('a link with columns shows them after a sign-in and after back', async ({ page, context }) => {
  const address = '/bindings?q=state:dirty&cols=name,eu,created'
  await context.clearCookies()
  await page.goto(address)
  await expect(page).toHaveURL(/\/sign-in/)
  await page.getByRole('button', { name: /viewer/i }).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('columnheader')).toHaveText(['Select all', 'Name', 'EU access', 'Created'])
  await rows(page).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/bindings\/[A-Z]/)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(head(page, 'Created')).toBeVisible()
  await page.getByRole('list', { name: 'Accounts by state' }).getByRole('link', { name: /free/ }).click()
  await expect(page).toHaveURL('/bindings?q=state:free&cols=name,eu,created')
})

test('unknown columns are ignored', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const cols of ['nonsense', '<script>alert(1)</script>', ',', 'x'.repeat(2_000)]) {
    await page.goto(`/bindings?cols=${encodeURIComponent(cols)}`)
    await expect(head(page, 'Age')).toBeVisible()
  }
  await page.goto('/bindings?cols=nonsense,state&cols=age')
  await expect(page.getByRole('columnheader')).toHaveText(['Select all', 'Name', 'State'])
})

test('in a narrow window the menu checks the visible columns, and choosing one shows it', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/bindings')
  await expect(head(page, 'Age')).toBeHidden()
  await columns(page).click()
  await expect(item(page, 'Age')).not.toBeChecked()
  await item(page, 'Age').click()
  await expect(head(page, 'Age')).toBeVisible()
  await expect(head(page, 'Account')).toHaveCount(0)
  await item(page, 'Age').click()
  await expect(page).toHaveURL('/bindings')
})

test('compact rows are stored and rendered by the server', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/bindings')
  const height = async () => (await rows(page).nth(3).boundingBox())?.height
  expect(await height()).toBe(40)
  const compact = page.getByRole('button', { name: 'Compact rows' })
  await compact.click()
  await expect(compact).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(height).toBe(32)
  const expectStill = await watchLayoutShifts(page)
  for (const address of ['/bindings', '/shoots', '/pools', '/global-accounts']) {
    const html = await (await page.request.get(address)).text()
    expect(html, address).toContain('data-density="compact"')
    await page.goto(address)
    await expect(rows(page).first()).toBeVisible()
    // A row removed between the query and its measurement has no height.
    const heights = () =>
      rows(page).evaluateAll(all => [...new Set(all.map(one => one.getBoundingClientRect().height))])
    await expect.poll(heights, address).toEqual([32])
    await expectStill(address)
  }
  await page.goto('/bindings')
  await compact.click()
  await expect.poll(height).toBe(40)
})

test('a frozen order holds back added and removed rows, counts them, and shows them on demand', async ({
  page,
  garden,
  signIn,
}) => {
  await signIn('operator')
  await page.goto('/bindings?q=type:gcp_cf-sa30')
  await expect(rows(page)).toHaveCount(18)
  await focus(page).click()
  await expect(focus(page)).toHaveAttribute('aria-pressed', 'true')
  const name = 'a-new-binding'
  const held = page.getByRole('button', { name: '1 change held back – show' })
  const remove = await addBinding(garden, { name, labels: { hyperscalerType: 'gcp_cf-sa30' }, of: ACCOUNT })
  try {
    await expect(held).toBeVisible()
    await expect(rows(page)).toHaveCount(18)
    await expect(row(page, name)).toHaveCount(0)
    await held.click()
    await expect(rows(page).first()).toContainText(name)
    await expect(rows(page)).toHaveCount(19)
    await expect(held).toHaveCount(0)
  } finally {
    await remove()
  }
  await expect(row(page, name)).toContainText('(deleted)')
  await expect(held).toBeVisible()
  await expectAccessible(page)
  await focus(page).click()
  await expect(row(page, name)).toHaveCount(0)
  await expect(rows(page)).toHaveCount(18)
})

test('rows do not move under the pointer, and update after it leaves', async ({ page, garden, signIn }) => {
  await signIn('operator')
  await page.goto('/bindings?q=type:gcp_cf-sa30')
  await expect(rows(page)).toHaveCount(18)
  await isAlive(page)
  const third = rows(page).nth(2)
  await third.hover()
  const place = await third.boundingBox()
  const text = await third.textContent()
  const name = 'a-binding-under-the-pointer'
  const remove = await addBinding(garden, { name, labels: { hyperscalerType: 'gcp_cf-sa30' }, of: ACCOUNT })
  try {
    await expect(page.getByRole('button', { name: /held back – show$/ })).toHaveText('1 change held back – show')
    await expect(focus(page)).toHaveAttribute('aria-pressed', 'false')
    expect(await third.boundingBox()).toEqual(place)
    expect(await third.textContent()).toBe(text)
    await page.mouse.move(0, 0)
    await expect(rows(page).first()).toContainText(name)
  } finally {
    await remove()
  }
  await expect(rows(page)).toHaveCount(18)
})

test('the menu of columns is accessible in both themes and on a phone', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const size of [
    { width: 1440, height: 900 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/bindings')
    await columns(page).click()
    await expect(item(page, 'EU access')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
  }
})

test('the head shows the order of the visible rows even if loading another order fails', async ({
  page,
  signIn,
  noise,
}) => {
  noise.expect(/./)
  await signIn('viewer')
  await page.goto('/bindings')
  const name = page.getByRole('columnheader', { name: 'Name' })
  const age = page.getByRole('columnheader', { name: 'Age' })
  await expect(name).toHaveAttribute('aria-sort', 'ascending')
  // Other cells show times relative to now.
  const first = rows(page).first().getByRole('rowheader')
  const before = (await first.textContent()) ?? ''
  await page.route('**/api/v1/bindings?*', route => route.abort())
  await age.getByRole('button').click()
  await expect(page.getByText('Not refreshed: The console is not responding.')).toBeVisible({ timeout: 20_000 })
  await expect(name).toHaveAttribute('aria-sort', 'ascending')
  await expect(age).not.toHaveAttribute('aria-sort')
  await expect(first).toHaveText(before)
  await page.unroute('**/api/v1/bindings?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(age).toHaveAttribute('aria-sort')
  await expect(name).not.toHaveAttribute('aria-sort')
})

test('a search that fails to load shows an error instead of an empty list, also after a retry', async ({
  page,
  signIn,
  noise,
}) => {
  noise.expect(/./)
  await signIn('viewer')
  await page.goto('/bindings?q=nothing-is-called-so')
  await expect(page.getByRole('heading', { name: 'No binding matches' })).toBeVisible()
  await page.route('**/api/v1/bindings?*', route => route.fulfill({ status: 200, body: '{"rows": [' }))
  await page.getByRole('button', { name: 'Clear filter' }).click()
  const failed = page.getByRole('heading', { name: 'This could not be loaded' })
  await expect(failed).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('0 of 635')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'No binding matches' })).toBeHidden()
  const retried = page.waitForResponse('**/api/v1/bindings?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await retried
  await expect(failed).toBeVisible()
  await page.unroute('**/api/v1/bindings?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page).first()).toBeVisible({ timeout: 20_000 })
})
