import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const LISTS = [
  '/pools',
  '/bindings',
  '/global-accounts',
  '/shoots',
  '/audit',
  '/operators/clusters',
  '/operators/subscription-requests',
  '/operators/kubeconfigs',
]

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
}

/** Sentences, as reasons and refusals are, may be longer than any window. */
const MOST_CHARACTERS = 40

/** What stands in the drawn rows of a table and does not fit its cell. */
const cutCells = (page: Page) =>
  page.locator('main [role="grid"] tbody').evaluate(
    (body, most) =>
      [...body.querySelectorAll('th, td')]
        .filter(cell => cell.scrollWidth > cell.clientWidth)
        .map(cell => cell.textContent ?? '')
        .filter(text => text.length <= most),
    MOST_CHARACTERS,
  )

test('what a list shows by itself fits a usual window', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const address of LISTS) {
    await open(page, address)
    const beyond = await page
      .locator('main [role="grid"]')
      .evaluateAll(grids => grids.map(grid => grid.scrollWidth - (grid.parentElement?.clientWidth ?? 0)))
    expect(
      beyond.filter(pixels => pixels > 0),
      address,
    ).toEqual([])
  }
})

test('no number and no name of a pool is cut in a usual window', async ({ page, signIn }) => {
  await signIn('viewer')
  await open(page, '/pools')
  await expect(page.getByRole('grid').getByRole('rowheader').first()).toBeVisible()
  expect(await cutCells(page)).toEqual([])
})

test('a wide window shares out what it has to spare, so that nothing is cut there', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.setViewportSize({ width: 2560, height: 1440 })
  for (const address of ['/pools', '/shoots', '/audit']) {
    await open(page, address)
    await expect(page.getByRole('grid').getByRole('rowheader').first()).toBeVisible()
    expect(await cutCells(page), address).toEqual([])
  }
})

test('on a phone a list can be sorted, and its search says no more than there is room for', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/bindings')
  expect(await page.getByRole('combobox').evaluate(input => getComputedStyle(input).textOverflow)).toBe('ellipsis')
  await page.getByRole('button', { name: 'Sorted by Name' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Shoots' }).click()
  await expect(page).toHaveURL('/bindings?sort=-shoots')
  await expect(page.getByRole('button', { name: 'Sorted by Shoots' })).toBeVisible()
})
