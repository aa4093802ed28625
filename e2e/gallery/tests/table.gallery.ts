import { expect, type Page, test } from '@playwright/test'

const focusedRow = (page: Page) => page.locator('tr:focus')

test.describe('a long table', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/rows')
    await page.waitForFunction(() => document.querySelector('[role=grid] tbody tr[data-index]') !== null)
  })

  test('says how many rows there are and which one a row is, though it draws few', async ({ page }) => {
    const grid = page.getByRole('grid', { name: 'Bindings' })
    await expect(grid).toHaveAttribute('aria-rowcount', '20413')
    await expect(grid.getByRole('row').nth(1)).toHaveAttribute('aria-rowindex', '2')
    expect(await grid.getByRole('row').count()).toBeLessThan(60)
    await expect(page.getByText(/^Rows 1 to \d+ of 20,412$/)).toBeVisible()
  })

  test('moves by keyboard and keeps the focus in sight', async ({ page }) => {
    await page.keyboard.press('j')
    await expect(focusedRow(page)).toHaveAttribute('data-index', '0')
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await expect(focusedRow(page)).toHaveAttribute('data-index', '2')
    await page.keyboard.press('k')
    await expect(focusedRow(page)).toHaveAttribute('data-index', '1')
    await page.keyboard.press('End')
    await expect(focusedRow(page)).toHaveAttribute('data-index', '20411')
    await expect(focusedRow(page)).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Home')
    await expect(focusedRow(page)).toHaveAttribute('data-index', '0')
    await page.keyboard.press('PageDown')
    await expect(focusedRow(page)).toBeInViewport({ ratio: 1 })
    expect(Number(await focusedRow(page).getAttribute('data-index'))).toBeGreaterThan(10)
  })

  test('keeps the focus on a row that is scrolled out of sight', async ({ page }) => {
    await page.keyboard.press('j')
    await page.getByRole('grid').hover()
    await page.mouse.wheel(0, 20_000)
    await expect(page.getByText(/^Rows 5\d\d to/)).toBeVisible()
    await expect(focusedRow(page)).toHaveAttribute('data-index', '0')
    await page.keyboard.press('ArrowDown')
    await expect(focusedRow(page)).toHaveAttribute('data-index', '1')
    await expect(focusedRow(page)).toBeInViewport({ ratio: 1 })
  })

  test('is left by Tab: only links of the active row are stops', async ({ page }) => {
    await page.keyboard.press('j')
    for (const name of ['aws-eu-00000', '8b9a6f1e-4c0d-4e52-9f6a-000000000000', '0 shoots of aws-eu-00000']) {
      await page.keyboard.press('Tab')
      await expect(page.locator(':focus')).toHaveAccessibleName(name)
    }
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.querySelector('[role=grid]')?.contains(document.activeElement))).toBe(
      false,
    )
  })

  test('opens the row by Enter', async ({ page }) => {
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/bindings/CredentialsBinding/aws-eu-00001')
  })

  test('sorts by its heads and says so', async ({ page }) => {
    const head = page.getByRole('columnheader', { name: 'Shoots' })
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await head.getByRole('button').click()
    await expect(head).not.toHaveAttribute('aria-sort')
  })

  test('draws rows as blocks in a narrow window, and all of them can be reached', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('row', { name: 'aws-eu-00003' })).toBeInViewport()
    await page.keyboard.press('j')
    await page.keyboard.press('End')
    await expect(focusedRow(page)).toHaveAttribute('data-index', '20411')
    await expect(focusedRow(page)).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})

test.describe('groups', () => {
  test('close and open by pointer and by keyboard', async ({ page }) => {
    await page.goto('/pools')
    const gcp = page.getByRole('button', { name: /^gcp/ })
    await expect(page.getByRole('row', { name: /gcp_cf-sa30/ })).toBeVisible()
    await gcp.click()
    await expect(gcp).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('row', { name: /gcp_cf-sa30/ })).toHaveCount(0)
    await page.getByRole('row', { name: /^gcp/ }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(gcp).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowLeft')
    await expect(gcp).toHaveAttribute('aria-expanded', 'false')
  })
})
