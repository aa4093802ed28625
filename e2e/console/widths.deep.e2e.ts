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

/** Longer cells are sentences such as reasons, which may exceed any window. */
const MAX_CHARACTERS = 40

/** Texts of rendered cells that do not fit. */
const truncatedCells = (page: Page) =>
  page.locator('main [role="grid"] tbody').evaluate(
    (body, max) =>
      [...body.querySelectorAll('th, td')]
        .filter(cell => cell.scrollWidth > cell.clientWidth)
        .map(cell => cell.textContent ?? '')
        .filter(text => text.length <= max),
    MAX_CHARACTERS,
  )

test('the default columns of a list fit a usual window', async ({ page, signIn }) => {
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

test('no cell of the pools is truncated in a usual window', async ({ page, signIn }) => {
  await signIn('viewer')
  await open(page, '/pools')
  await expect(page.getByRole('grid').getByRole('rowheader').first()).toBeVisible()
  expect(await truncatedCells(page)).toEqual([])
})

test('a wide window shares its spare width, so that no cell is truncated', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.setViewportSize({ width: 2560, height: 1440 })
  for (const address of ['/pools', '/shoots', '/audit']) {
    await open(page, address)
    await expect(page.getByRole('grid').getByRole('rowheader').first()).toBeVisible()
    expect(await truncatedCells(page), address).toEqual([])
  }
})

test('on a phone a list can be sorted, and the hint in its search box is truncated', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/bindings')
  expect(await page.getByRole('combobox').evaluate(input => getComputedStyle(input).textOverflow)).toBe('ellipsis')
  await page.getByRole('button', { name: 'Sorted by Name' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Shoots' }).click()
  await expect(page).toHaveURL('/bindings?sort=-shoots')
  await expect(page.getByRole('button', { name: 'Sorted by Shoots' })).toBeVisible()
})
