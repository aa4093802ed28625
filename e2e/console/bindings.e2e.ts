import { box, columnOf, hits, row, rows, totals } from '../support/bindings-list.ts'
import { countLinks, expectCountsToHold } from '../support/count-links.ts'
import { focusInPlace } from '../support/in-place.ts'
import { bindingsWith, relabel } from '../support/landscape-accounts.ts'
import { LEGACY } from '../support/small-landscape.ts'
import { expect, test } from '../support/test.ts'

/** An account with EU access, and its global account. */
const NAME = 'sap-aws-skr-eu-00004'
const TENANT = '033bcf3d-893e-48c8-9487-96b40166b94e'

test('viewer: every binding is listed with its pool, state, tenant and clusters', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/')
  await page.getByRole('link', { name: 'Bindings', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bindings' })).toBeFocused()
  await expect(page).toHaveTitle('Bindings · HAP Console')
  await expect(hits(page, '67 of 67 bindings')).toBeVisible()
  await expect(totals(page).getByRole('listitem')).toHaveText([
    '29 claimed',
    '5 shared',
    '2 internal',
    '2 held',
    '4 dirty',
    '2 cleaning',
    '2 verifying',
    '2 quarantined',
    '1 terminating',
    '5 malformed',
    '13 free',
  ])
  await expect(columnOf(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')

  // The list renders only visible rows; this row is further down.
  await page.goto(`/bindings?q=name:${NAME}`)
  const claimed = row(page, NAME)
  await expect(claimed.getByRole('gridcell')).toHaveText([
    `Select ${NAME}, CredentialsBinding`,
    'CBCredentialsBinding',
    /^aws/,
    'Claimed',
    /^\d+ d$/,
    `033bcf3d…b94e${TENANT}`,
    'same',
    '12 of 20',
    '0',
    /^[\d,]+ d$/,
  ])
  await expect(page.getByRole('link', { name: `12 shoots on the account of ${NAME}` })).toBeVisible()
})

test('each kind of problem is shown in its row', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const [q, ...cells] of [
    ['state:malformed name:90001', 'Malformed', 'dirty=false, only true or no label is valid'],
    ['state:malformed name:90004', 'tenantName is empty', 'empty'],
    ['state:malformed name:90005', 'hyperscalerType is missing', '—'],
    ['state:terminating', 'Terminating', /\d+ h/],
    ['state:dirty shoots:>0', 'Dirty', '1 of 20'],
    ['state:held shared', 'Held', 'openstack_eu-de-2 · shared'],
    ['name:legacy others:>0', 'Claimed', LEGACY.other],
  ] as const) {
    await page.goto(`/bindings?q=${encodeURIComponent(q)}`)
    await expect(rows(page), q).toHaveCount(1)
    for (const cell of cells) await expect(rows(page), q).toContainText(cell)
  }
  await page.goto('/bindings?q=state:dirty+shoots:>0&cols=name,shoots,problems')
  await expect(rows(page)).toContainText('released but still in use')
  await expect(
    rows(page).getByRole('link', { name: /^1 shoot on the account of .*: released but still in use$/ }),
  ).toBeVisible()
})

test('the search filters the rows, is stored in the address, and is restored from it', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/bindings')
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('type:aws state:dirty,held -kind:secretbinding ')
  await expect(hits(page, '2 of 67 bindings')).toBeVisible()
  await expect(page).toHaveURL('/bindings?q=type:aws+state:dirty,held+-kind:secretbinding')
  await expect(totals(page).getByRole('link', { name: '1 dirty' })).toHaveAttribute('aria-current', 'true')
  await expect(totals(page).getByRole('link', { name: '1 held' })).toHaveAttribute('aria-current', 'true')

  await page.reload()
  await expect(hits(page, '2 of 67 bindings')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove type:aws' }).click()
  await expect(page).toHaveURL('/bindings?q=state:dirty,held+-kind:secretbinding')
  await expect(totals(page).getByRole('link', { name: '2 held' })).toBeVisible()
  await box(page).focus()
  await page.keyboard.press('Backspace')
  await expect(box(page)).toHaveValue('-kind:secretbinding')
})

test('a row opens its binding by keyboard, and back returns to the same list', async ({ page, signIn }) => {
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
  await expect(hits(page, '5 of 67 bindings')).toBeVisible()
  await expect(columnOf(page, 'Shoots')).toHaveAttribute('aria-sort', 'descending')
})

test('a change in Gardener appears immediately without moving rows, filter or focus', async ({
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
    await expect(totals(page).getByRole('listitem')).toHaveText(['3 claimed', '1 dirty', '1 free'])
    await expectInPlace()
  } finally {
    await undo()
  }
  await expect(changed).toContainText('Free')
})

test('every total equals the number of listed bindings', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const address of ['/bindings', '/bindings?q=type:aws+-eu']) {
    await page.goto(address)
    await expect(totals(page)).toBeVisible()
    await expectCountsToHold(page, await countLinks(totals(page)))
  }
})
