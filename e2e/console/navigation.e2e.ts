import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

test('a page does not prefetch other pages', async ({ page, signIn }) => {
  const ahead: string[] = []
  page.on('request', request => {
    if (request.headers()['next-router-prefetch']) ahead.push(new URL(request.url()).pathname)
  })
  await signIn('viewer')
  for (const [address, heading] of [
    ['/', 'Overview'],
    ['/operators/clusters', 'Operators'],
    ['/rules', 'Rules'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pools' })
  await link.hover()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pools' })).toBeVisible()
  expect(ahead).toEqual([])
})

test('on a phone only the page scrolls, not the document', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/rules?tab=coverage')
  await expect(page.getByRole('table', { name: 'Rules by use' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844)
})

test('an address without a page shows that it is not found', async ({ page, noise, signIn }) => {
  noise.expect(/status of 404/)
  await signIn('viewer')
  expect((await page.goto('/nothing/here'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expectAccessible(page)
})
