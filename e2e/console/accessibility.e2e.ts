import { expectAccessible } from '../support/axe.ts'
import { PAGES_FOR } from '../support/doors-for.ts'
import { PAGES } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

/** It redirects to the first list of the operators. */
const REDIRECTS = ['/operators']

test('the list of pages holds every page of the console', () => {
  expect([...Object.keys(PAGES), ...REDIRECTS].toSorted()).toEqual(Object.keys(PAGES_FOR).toSorted())
})

for (const { address, shows, status = 200, signedOut = false } of Object.values(PAGES))
  test(`${address} is accessible`, async ({ page, noise, signIn }) => {
    if (status !== 200) noise.expect(new RegExp(`status of ${status}`))
    if (!signedOut) await signIn('admin')
    expect((await page.goto(address))?.status()).toBe(status)
    await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible()
    await expectAccessible(page)
  })
