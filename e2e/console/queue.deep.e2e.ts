import { expect, test } from '../support/test.ts'

test('on a phone the current tab of the operators is visible', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('viewer')
  await page.goto('/operators/waiting')
  const pages = page.getByRole('navigation', { name: 'Operators' })
  await expect(pages.getByRole('link', { name: 'Queue' })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
