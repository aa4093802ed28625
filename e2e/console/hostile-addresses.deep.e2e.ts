import type { APIResponse } from '@playwright/test'
import { ADDRESSED, addressWith, choicesIn, HOSTILE, SCRIPT } from '../support/hostile-addresses.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

/** Asserts that a page is intact and returns its HTML. */
async function expectPage(answer: APIResponse, address: string): Promise<string> {
  const html = await answer.text()
  expect.soft(answer.status(), address).toBe(200)
  expect.soft(html.includes('<script>hapWasHere'), `${address}: the script is in the page`).toBe(false)
  // Next.js leaves this attribute where a part of a page failed.
  expect.soft(html.includes('data-dgst'), `${address}: a part of it failed`).toBe(false)
  return html
}

test('hostile values of any parameter neither break a page nor appear in it, and unknown values are ignored', async ({
  page,
  signIn,
}) => {
  test.slow()
  await signIn('admin')
  const get = async (address: string) => expectPage(await page.request.get(address), address)
  for (const { address, chosen = [], free = [] } of ADDRESSED) {
    const usual = choicesIn(await get(address))
    for (const name of [...chosen, ...free]) {
      const addresses = [
        ...HOSTILE.map(value => addressWith(address, name, value)),
        addressWith(address, name, 'no-such-thing', '__proto__'),
      ]
      const pages = await Promise.all(addresses.map(get))
      if (free.includes(name)) continue
      for (const [n, html] of pages.entries()) expect.soft(choicesIn(html), addresses[n]?.slice(0, 200)).toEqual(usual)
    }
    await get(addressWith(addressWith(address, '__proto__', 'x'), 'constructor', 'x'))
  }
  for (const query of ['q=%', 'q=%ff', '%', '&&==', 'q=a;q=b']) await get(`/bindings?${query}`)
})

test('a hostile address is preserved through the sign-in', async ({ page, request, signIn }) => {
  await signIn('viewer')
  for (const value of [...HOSTILE, '%', '\u{1f600}']) {
    const wanted = addressWith('/bindings', 'q', value)
    const refused = await request.get(wanted, { maxRedirects: 0 })
    expect(refused.status(), wanted.slice(0, 200)).toBe(307)
    const signInAddress = refused.headers().location ?? ''
    await expectPage(await request.get(signInAddress), signInAddress)
    // The sign-in redirects a signed-in user.
    const passed = await page.request.get(signInAddress, { maxRedirects: 0 })
    expect(passed.status(), wanted.slice(0, 200)).toBe(307)
    const back = new URL(passed.headers().location ?? '', 'http://console')
    expect([back.host, back.pathname], wanted.slice(0, 200)).toEqual(['console', '/bindings'])
    expect([...back.searchParams], wanted.slice(0, 200)).toEqual([['q', value]])
  }
  for (const query of [
    'returnTo=/a&returnTo=/b',
    'returnTo=__proto__',
    `error=${encodeURIComponent(SCRIPT)}`,
    'again=x',
  ]) {
    await expectPage(await request.get(`/sign-in?${query}`), query)
  }
})

test('a browser runs no script from a hostile address and shows the page without the invalid values', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const opened: string[] = []
  page.on('dialog', dialog => {
    opened.push(dialog.message())
    void dialog.dismiss()
  })
  for (const [address, names] of [
    ['/bindings', ['sort', 'cols', 'sel', 'tab', 'act']],
    ['/pools', ['sort', 'cols', 'closed', 'window']],
    ['/audit', ['sort', 'cols']],
    ['/operators/clusters', ['sort', 'cols', 'act']],
    ['/simulator', ['mode', 'semantics', 'rules', 'with', 'run']],
  ] as const) {
    for (const value of [SCRIPT, '__proto__', 'a\u0000b']) {
      await page.goto(names.reduce((whole, name) => addressWith(whole, name, value), address as string))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  }
  // Without the characters that start a phrase.
  const words = SCRIPT.slice(2)
  await page.goto(addressWith('/bindings', 'q', words))
  await expect(page.getByText(`None of 635 bindings matches ${words}`)).toBeVisible()
  expect(await page.evaluate(() => 'hapWasHere' in window)).toBe(false)
  expect(opened).toEqual([])
})
