import type { Page } from '@playwright/test'
import { box } from '../support/bindings-list.ts'
import { expect, test } from '../support/test.ts'

const focusedLine = (page: Page) => page.locator('tr:focus')

test('the empty search box shows its fields; Escape, Enter and Arrow Down move the focus to the list', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/bindings')
  await page.keyboard.press('/')
  await expect(page.getByRole('option', { name: /^state:/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(focusedLine(page)).toHaveAttribute('data-index', '0')

  await page.keyboard.press('/')
  await page.keyboard.type('state:dirty')
  await page.keyboard.press('Enter')
  await expect(focusedLine(page)).toHaveAttribute('data-index', '0')
  await page.keyboard.press('j')
  await expect(focusedLine(page)).toHaveAttribute('data-index', '1')
  await expect(page).toHaveURL('/bindings?q=state:dirty')
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await expect(focusedLine(page)).toHaveAttribute('data-index', '1')
})

test('back returns to the opened row, by keyboard and by pointer', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/bindings')
  await expect(page.getByText(/^1–\d\d of 67$/)).toBeVisible()
  for (let step = 0; step <= 40; step++) await page.keyboard.press('j')
  await expect(focusedLine(page)).toHaveAttribute('data-index', '40')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Summary' })).toBeVisible()
  await page.goBack()
  await expect(focusedLine(page)).toHaveAttribute('data-index', '40')
  await expect(focusedLine(page)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('j')
  await expect(focusedLine(page)).toHaveAttribute('data-index', '41')

  await page.getByRole('grid').hover()
  await page.mouse.wheel(0, 12_000)
  const line = page.locator('tr[data-index="60"]')
  await expect(line.getByRole('rowheader')).toHaveText(/./)
  const name = (await line.getByRole('rowheader').textContent()) ?? ''
  await line.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect(focusedLine(page).getByRole('link', { name, exact: true })).toBeInViewport()
})

test('a global account links to its clusters on other accounts', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/pools/aws~shared')
  const tenants = page.getByRole('list', { name: 'Global accounts', exact: true })
  await tenants.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/global-accounts\/[^/?]+$/)
  await expect(page.getByRole('region', { name: 'Clusters on other accounts' })).toContainText(/sap-aws-\S+/)
})
