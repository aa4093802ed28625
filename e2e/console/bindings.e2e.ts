import type { Page } from '@playwright/test'
import { ROLES } from '#lib/auth/roles.ts'
import { countLinks, expectCountsToHold } from '../support/count-links.ts'
import { focusInPlace } from '../support/in-place.ts'
import { addBinding, bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { looksRightEverywhere } from '../support/looks.ts'
import { expect, test } from '../support/test.ts'

/** Owns an account that is full, and another one. */
const FULL = '6c0eebd3-b3b0-4a22-a9a5-c8a7d6761612'

const grid = (page: Page) => page.getByRole('grid', { name: 'Bindings' })
const rows = (page: Page) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
const row = (page: Page, name: string) => rows(page).filter({ has: page.getByRole('link', { name, exact: true }) })
const box = (page: Page) => page.getByRole('combobox', { name: /^Search bindings/ })
const columnOf = (page: Page, name: string) => page.getByRole('columnheader', { name })
const totals = (page: Page) => page.getByRole('list', { name: 'Accounts by state' })
const hits = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

for (const role of ROLES) {
  test(`${role}: every binding with its pool, state, tenant and clusters`, async ({ page, signIn }) => {
    await signIn(role)
    await page.goto('/')
    await page.getByRole('link', { name: 'Bindings', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Bindings' })).toBeFocused()
    await expect(page).toHaveTitle('Bindings · HAP Console')
    await expect(hits(page, '635 of 635 bindings')).toBeVisible()
    await expect(totals(page).getByRole('listitem')).toHaveText([
      '456 claimed',
      '22 shared',
      '6 internal',
      '4 held',
      '24 dirty',
      '12 cleaning',
      '9 verifying',
      '6 quarantined',
      '1 terminating',
      '5 malformed',
      '90 free',
    ])
    await expect(columnOf(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')

    const claimed = row(page, 'sap-aws-skr-cust-00002')
    await expect(claimed.getByRole('gridcell')).toHaveText([
      'Select sap-aws-skr-cust-00002, CredentialsBinding',
      'CBCredentialsBinding',
      /^aws/,
      'Claimed',
      /^\d+ d$/,
      `6c0eebd3…1612${FULL}`,
      'same',
      '47 of 180',
      '0',
      /^[\d,]+ d$/,
    ])
    await expect(page.getByRole('link', { name: '47 shoots on the account of sap-aws-skr-cust-00002' })).toBeVisible()
  })
}

test('each kind of trouble shows in its row', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const [q, ...cells] of [
    ['state:malformed name:90001', 'Malformed', 'dirty=false, only true or no label is legal'],
    ['state:malformed name:90004', 'tenantName is empty', 'empty'],
    ['state:malformed name:90005', 'hyperscalerType is missing', '—'],
    ['state:terminating', 'Terminating', /\d+ h/],
    ['state:dirty shoots:>0', 'Dirty', '1 of 180'],
    ['state:held shared', 'Held', 'openstack_eu-de-2 · shared'],
    ['name:legacy others:>0', 'Claimed', 'sap-aws-skr-cust-00132'],
  ] as const) {
    await page.goto(`/bindings?q=${encodeURIComponent(q)}`)
    await expect(rows(page), q).toHaveCount(1)
    for (const cell of cells) await expect(rows(page), q).toContainText(cell)
  }
  await page.goto('/bindings?q=state:dirty+shoots:>0&cols=name,shoots,problems')
  await expect(rows(page)).toContainText('given back, but in use')
  await expect(
    rows(page).getByRole('link', { name: /^1 shoots on the account of .*: given back, but in use$/ }),
  ).toBeVisible()
})

test('only what is in sight is drawn, and the rest is read when somebody goes there', async ({ page, signIn }) => {
  await signIn('viewer')
  const [last] = (await (await page.request.get('/api/v1/bindings?offset=634&limit=1')).json()).rows
  await page.goto('/bindings')
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '636')
  await expect(page.getByText(/^Rows 1 to \d\d of 635$/)).toBeVisible()
  expect(await rows(page).count()).toBeLessThan(60)

  await page.keyboard.press('j')
  await page.keyboard.press('End')
  await expect(row(page, last.name)).toBeFocused()
  await expect(row(page, last.name)).toHaveAttribute('aria-rowindex', '636')
  await expect(page.getByText(/^Rows \d{3} to 635 of 635$/)).toBeVisible()
  expect(await rows(page).count()).toBeLessThan(60)
  await page.keyboard.press('Home')
  await expect(row(page, 'sap-alicloud-skr-cust-00001')).toBeFocused()

  await grid(page).hover()
  await page.mouse.wheel(0, 12_000)
  await expect(page.getByText(/^Rows 3\d\d to 3\d\d of 635$/)).toBeVisible()
  await expect(rows(page).nth(5).getByRole('link').first()).toBeVisible()
})

test('the search narrows the rows, stays in the address, and is restored from it', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/bindings')
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('type:aws state:dirty,held -kind:secretbinding ')
  await expect(hits(page, '10 of 635 bindings')).toBeVisible()
  await expect(page).toHaveURL('/bindings?q=type:aws+state:dirty,held+-kind:secretbinding')
  await expect(totals(page).getByRole('link', { name: '9 dirty' })).toHaveAttribute('aria-current', 'true')
  await expect(totals(page).getByRole('link', { name: '1 held' })).toHaveAttribute('aria-current', 'true')

  await page.reload()
  await expect(hits(page, '10 of 635 bindings')).toBeVisible()
  await expect(rows(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Remove type:aws' }).click()
  await expect(page).toHaveURL('/bindings?q=state:dirty,held+-kind:secretbinding')
  await expect(totals(page).getByRole('link', { name: '4 held' })).toBeVisible()
  await box(page).focus()
  await page.keyboard.press('Backspace')
  await expect(box(page)).toHaveValue('-kind:secretbinding')
})

test('a total narrows the list to its state and takes that back; back and forward go the same way', async ({
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

test('heads sort both ways, the address keeps it, and an unknown order is the usual one', async ({ page, signIn }) => {
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

test('a search that hides everything says so, and by which terms', async ({ page, signIn }) => {
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

test('what cannot be searched for is told below the box, and nothing passes for its answer', async ({
  page,
  signIn,
}) => {
  await signIn('viewer')
  for (const [q, words] of [
    ['tpye:aws', /^Unknown field tpye\. .*Fields: account, age, created, eu, failing, /],
    ['toString:aws', /^Unknown field tostring\. Fields: account, /],
    ['state:toString', /^state has no value "toString"\. Values: claimed, /],
    ['shoots:many', /^"many" is not a number or range\. Write shoots:5, /],
    ['shared:maybe', /^shared is true or false\./],
    ['"never closed', /^A quote is not closed\./],
    ['x'.repeat(2_001), /^The search has 2,001 characters; at most 2,000 are read\. Shorten it\.$/],
  ] as const) {
    await page.goto(`/bindings?q=${encodeURIComponent(q)}`)
    await expect(page.getByText(words)).toBeVisible()
    await expect(box(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('heading', { name: 'The search has an error' })).toBeVisible()
    await expect(hits(page, '0 of 635 bindings')).toBeVisible()
  }
})

test('hostile addresses are searches like any other', async ({ page, signIn }) => {
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

test('the route answers what cannot be read with words', async ({ page, signIn }) => {
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

test('a row opens its binding by keyboard, and back comes to the same list', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/bindings?q=type:gcp_cf-sa30&sort=-shoots')
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const name = (await rows(page).nth(1).getByRole('rowheader').textContent()) ?? ''
  await expect(row(page, name)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/bindings?q=type:gcp_cf-sa30&sort=-shoots')
  await expect(hits(page, '18 of 635 bindings')).toBeVisible()
  await expect(columnOf(page, 'Shoots')).toHaveAttribute('aria-sort', 'descending')
})

test('a change in Gardener is on the page at once and moves neither row, filter nor focus', async ({
  page,
  garden,
  signIn,
}) => {
  await signIn('operator')
  await page.goto('/bindings?q=type:gcp_cf-sa30')
  const [free] = await bindingsWith(garden, 'hyperscalerType=gcp_cf-sa30,!dirty,!tenantName')
  if (!free) throw new Error('The landscape has no free account in gcp_cf-sa30.')
  const changed = row(page, free.name)
  await expect(changed).toContainText('Free')
  const expectInPlace = await focusInPlace(changed)
  const undo = await relabel(garden, free.kind, free.name, { tenantName: 'e2e-tenant' })
  try {
    await expect(changed).toContainText('Claimed')
    await expect(changed.getByRole('link', { name: 'e2e-tenant' })).toBeVisible()
    await expect(totals(page).getByRole('listitem')).toHaveText(['15 claimed', '1 dirty', '2 free'])
    await expectInPlace()
  } finally {
    await undo()
  }
  await expect(changed).toContainText('Free')
})

test('a new binding appears at once, and one that is deleted goes', async ({ page, garden, signIn }) => {
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

test('behind every total are as many bindings', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const address of ['/bindings', '/bindings?q=type:aws+-eu']) {
    await page.goto(address)
    await expect(totals(page)).toBeVisible()
    await expectCountsToHold(page, await countLinks(totals(page)))
  }
})

test('behind the shoots of every account are as many shoots', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/bindings?sort=-shoots')
  await expect(rows(page).first()).toContainText('250 of 180')
  const cells = page
    .getByRole('gridcell')
    .filter({ has: page.getByRole('link', { name: /^[\d,]+ shoots on the account of / }) })
  const links = await countLinks(cells)
  expect(links.length).toBeGreaterThan(10)
  await expectCountsToHold(page, links)
})

for (const [address, shows] of [
  ['/bindings', '635 of 635 bindings'],
  ['/bindings?q=state:malformed,terminating,dirty&sort=-shoots', 'Terminating'],
  ['/bindings?q=tpye:aws', 'Unknown field tpye'],
  ['/bindings?q=state:dirty shoots:>900', 'No binding matches'],
] as const)
  looksRightEverywhere({ address, shows: new RegExp(RegExp.escape(shows)) })
