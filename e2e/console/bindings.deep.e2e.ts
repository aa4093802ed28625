import { box, columnOf, grid, hits, row, rows, totals } from '../support/bindings-list.ts'
import { countLinks, expectCountsToHold } from '../support/count-links.ts'
import { addBinding } from '../support/landscape-accounts.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

test('only visible rows are rendered, and the others are loaded on demand', async ({ page, signIn }) => {
  await signIn('viewer')
  const [last] = (await (await page.request.get('/api/v1/bindings?offset=634&limit=1')).json()).rows
  await page.goto('/bindings')
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '636')
  await expect(page.getByText(/^1–\d\d of 635$/)).toBeVisible()
  expect(await rows(page).count()).toBeLessThan(60)

  await page.keyboard.press('j')
  await page.keyboard.press('End')
  await expect(row(page, last.name)).toBeFocused()
  await expect(row(page, last.name)).toHaveAttribute('aria-rowindex', '636')
  await expect(page.getByText(/^\d{3}–635 of 635$/)).toBeVisible()
  expect(await rows(page).count()).toBeLessThan(60)
  await page.keyboard.press('Home')
  await expect(row(page, 'sap-alicloud-skr-cust-00001')).toBeFocused()

  await grid(page).hover()
  await page.mouse.wheel(0, 12_000)
  await expect(page.getByText(/^3\d\d–3\d\d of 635$/)).toBeVisible()
  await expect(rows(page).nth(5).getByRole('link').first()).toBeVisible()
})

test('a total filters the list by its state and removes the filter; back and forward restore it', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/bindings?q=type:azure')
  await totals(page).getByRole('link', { name: '7 dirty' }).click()
  await expect(page).toHaveURL('/bindings?q=type:azure+state:dirty')
  await expect(rows(page)).toHaveCount(7)
  await totals(page).getByRole('link', { name: '34 free' }).click()
  await expect(page).toHaveURL('/bindings?q=type:azure+state:free')
  await page.goBack()
  await expect(page).toHaveURL('/bindings?q=type:azure+state:dirty')
  await expect(rows(page)).toHaveCount(7)
  await expect(page.getByRole('button', { name: 'Remove state:dirty' })).toBeVisible()
  await page.goForward()
  await expect(hits(page, '34 of 635 bindings')).toBeVisible()
  await totals(page).getByRole('link', { name: '34 free' }).click()
  await expect(page).toHaveURL('/bindings?q=type:azure')
})

test('column heads sort in both directions, the address keeps the order, and an unknown order is ignored', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  await page.goto('/bindings?q=type:aws')
  const first = rows(page).first()
  await columnOf(page, 'Shoots').getByRole('button').click()
  await expect(columnOf(page, 'Shoots')).toHaveAttribute('aria-sort', 'descending')
  await expect(first).toContainText('250 of 180')
  await expect(page).toHaveURL('/bindings?q=type:aws&sort=-shoots')
  await columnOf(page, 'Shoots').getByRole('button').click()
  await expect(columnOf(page, 'Shoots')).toHaveAttribute('aria-sort', 'ascending')
  await expect(columnOf(page, 'Name')).not.toHaveAttribute('aria-sort')
  await expect(first).toContainText('0 shoots')
  await expect(page).toHaveURL('/bindings?q=type:aws&sort=shoots')
  await page.reload()
  await expect(columnOf(page, 'Shoots')).toHaveAttribute('aria-sort', 'ascending')

  for (const sort of ['toString', '-__proto__', 'constructor', 'nothing', 'x'.repeat(1_000), '-'] as const) {
    await page.goto(`/bindings?q=type:aws&sort=${sort}`)
    await expect(columnOf(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')
    await expect(first).toContainText('sap-aws-skr-cust-00001')
  }
})

test('a search without a match says so, with its terms', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/bindings?q=state:dirty shoots:>900 eu')
  await expect(page.getByRole('heading', { name: 'No binding matches' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('None of 635 bindings matches state:dirty shoots:>900 eu')).toBeVisible()
  await expect(totals(page).getByRole('link', { name: '0 dirty' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Without shoots:>900' }).click()
  await expect(page).toHaveURL('/bindings?q=state:dirty+eu')
  await expect(rows(page)).toHaveCount(4)
  await box(page).fill('nothing like it')
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect(page).toHaveURL('/bindings')
  await expect(hits(page, '635 of 635 bindings')).toBeVisible()
})

test('an invalid search shows its error below the box and no rows', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const [q, words] of [
    ['tpye:aws', /^Unknown field tpye\. .*Fields: account, account-state, age, created, eu, failing, /],
    ['toString:aws', /^Unknown field tostring\. Fields: account, /],
    ['state:toString', /^Unknown state "toString"\. Possible values: claimed, /],
    ['shoots:many', /^"many" is not a number or range\. Write shoots:5, /],
    ['shared:maybe', /^shared must be true or false\./],
    ['"never closed', /^A quote is not closed\./],
    ['x'.repeat(2_001), /^The search has 2,001 characters; the maximum is 2,000\. Shorten it\.$/],
  ] as const) {
    await page.goto(`/bindings?q=${encodeURIComponent(q)}`)
    await expect(page.getByText(words)).toBeVisible()
    await expect(box(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('heading', { name: 'Invalid search' })).toBeVisible()
    await expect(hits(page, '0 of 635 bindings')).toBeVisible()
  }
})

test('hostile text is searched for like any other', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const q of [
    '<script>alert(1)</script>',
    'x,shared=true',
    '../../../etc/passwd',
    'ẞ𝔘𝔫𝔦 ✓ ﷽',
    '\u0000\u001b[31m',
    '%',
  ]) {
    await page.goto(`/bindings?q=${encodeURIComponent(q)}`)
    await expect(page.getByRole('heading', { name: 'No binding matches' }), q).toBeVisible()
  }
  await page.goto('/bindings?q=type:gcp_cf-sa30&q=type:azure&sort=-shoots&sort=age&other=1')
  await expect(hits(page, '18 of 635 bindings')).toBeVisible()
  await expect(columnOf(page, 'Shoots')).toHaveAttribute('aria-sort', 'descending')
})

test('the route explains invalid parameters', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const [query, detail] of [
    ['limit=0', 'limit: must be from 1 to 500'],
    ['limit=501', 'limit: must be from 1 to 500'],
    ['offset=-1', 'offset: must be a whole number'],
    ['offset=1e3', 'offset: must be a whole number'],
    [`sort=${'x'.repeat(41)}`, 'sort: must have at most 40 characters'],
  ] as const) {
    const answer = await page.request.get(`/api/v1/bindings?${query}`)
    expect(answer.status(), query).toBe(400)
    expect(answer.headers()['content-type']).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({ status: 400, detail })
  }
  expect((await (await page.request.get('/api/v1/bindings?offset=9999999')).json()).detail).toMatch(/^offset: /)
  expect((await (await page.request.get('/api/v1/bindings?offset=1000000')).json()).rows).toEqual([])
})

test('a new binding appears immediately, and a deleted one disappears', async ({ page, garden, signIn }) => {
  await signIn('operator')
  await page.goto('/bindings?q=name:e2e-new')
  await expect(page.getByRole('heading', { name: 'No binding matches' })).toBeVisible()
  const labels = { hyperscalerType: 'aws' }
  const remove = await addBinding(garden, { name: 'e2e-new', labels, of: 'sap-aws-skr-cust-00132' })
  try {
    await expect(row(page, 'e2e-new')).toContainText('Free')
    await expect(hits(page, '1 of 636 bindings')).toBeVisible()
    await expect(page.getByRole('link', { name: '2 other bindings of the account of e2e-new' })).toBeVisible()
  } finally {
    await remove()
  }
  await expect(page.getByRole('heading', { name: 'No binding matches' })).toBeVisible()
  await expect(hits(page, '0 of 635 bindings')).toBeVisible()
})

test('the number of shoots on each account equals the rows of its list', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/bindings?sort=-shoots')
  await expect(rows(page).first()).toContainText('250 of 180')
  const cells = page
    .getByRole('gridcell')
    .filter({ has: page.getByRole('link', { name: /^[\d,]+ shoots? on the account of / }) })
  const links = await countLinks(cells)
  expect(links.length).toBeGreaterThan(10)
  await expectCountsToHold(page, links)
})
