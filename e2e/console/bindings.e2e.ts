import { box, columnOf, hits, row, rows, totals } from '../support/bindings-list.ts'
import { countLinks, expectCountsToHold } from '../support/count-links.ts'
import { focusInPlace } from '../support/in-place.ts'
import { bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { expect, test } from '../support/test.ts'

/** Owns an account that is full, and another one. */
const FULL = '6c0eebd3-b3b0-4a22-a9a5-c8a7d6761612'

test('viewer: every binding with its pool, state, tenant and clusters', async ({ page, signIn }) => {
  await signIn('viewer')
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

test('each kind of trouble shows in its row', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const [q, ...cells] of [
    ['state:malformed name:90001', 'Malformed', 'dirty=false, only true or no label is valid'],
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
  await expect(rows(page)).toContainText('released but still in use')
  await expect(
    rows(page).getByRole('link', { name: /^1 shoots on the account of .*: released but still in use$/ }),
  ).toBeVisible()
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

test('behind every total are as many bindings', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const address of ['/bindings', '/bindings?q=type:aws+-eu']) {
    await page.goto(address)
    await expect(totals(page)).toBeVisible()
    await expectCountsToHold(page, await countLinks(totals(page)))
  }
})
