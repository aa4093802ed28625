import { expectAccessible } from '../support/axe.ts'
import { PAGES_FOR } from '../support/doors-for.ts'
import { PAGES } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'

test.describe.configure({ mode: 'parallel' })

/** It redirects to the first list of the operators. */
const REDIRECTS = ['/operators']

test('PAGES contains every page of the console', () => {
  expect([...Object.keys(PAGES), ...REDIRECTS].toSorted()).toEqual(Object.keys(PAGES_FOR).toSorted())
})

const pages = Object.values(PAGES)
const notFound = pages.filter(({ shows, status }) => status === 404 && shows === 'Not found')

test('pages of absent objects respond with 404', async ({ page, signIn }) => {
  await signIn('admin')
  for (const { address } of notFound) expect((await page.request.get(address)).status(), address).toBe(404)
})

// They all show the same page, so one suffices here; the deep tier opens each of them.
const checked = pages.filter(each => !notFound.slice(1).includes(each))

for (const { address, shows, status = 200, signedOut = false } of checked)
  test(`${address} is accessible`, async ({ page, noise, signIn }) => {
    if (status !== 200) noise.expect(new RegExp(`status of ${status}`))
    if (!signedOut) await signIn('admin')
    expect((await page.goto(address))?.status()).toBe(status)
    await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible()
    await expectAccessible(page)
  })
