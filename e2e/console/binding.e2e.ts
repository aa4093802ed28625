import { ABSENT_BINDINGS, openFirst, panel, tab } from '../support/binding-page.ts'
import { relabel } from '../support/landscape-accounts.ts'
import { LEGACY, OWNER_OF_LEGACY } from '../support/small-landscape.ts'
import { expect, test } from '../support/test.ts'
import { translatePage } from '../support/translate-page.ts'

test.describe.configure({ mode: 'parallel' })

const BINDINGS = {
  legacy: `/bindings/SecretBinding/${LEGACY.name}`,
  other: `/bindings/CredentialsBinding/${LEGACY.other}`,
}

test("viewer: the page shows the account, its clusters, its labels and HAP's annotations", async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto(BINDINGS.legacy)
  await expect(page).toHaveTitle(`${LEGACY.name} · HAP Console`)
  await expect(page.getByText('SecretBinding in garden-kyma-prod')).toBeVisible()
  await expect(tab(page, /^Summary/)).toHaveAttribute('aria-selected', 'true')
  const account = panel(page, 'Account')
  await expect(account).toContainText('Claimed')
  await expect(account).toContainText(OWNER_OF_LEGACY)
  await expect(account).toContainText(`garden-kyma-prod/${LEGACY.other}`)
  await expect(account).toContainText('5 of 20')
  await expect(account).toContainText('from limits.aws')
  await expect(page.getByRole('table', { name: 'Shoots on this account' }).getByRole('row')).toHaveCount(6)
  await expect(page.getByRole('table', { name: 'Shoots on this account' })).toContainText('other binding')
  await expect(panel(page, 'Labels')).toContainText('hyperscalerType')
  await expect(panel(page, 'HAP annotations')).toContainText('Revision')
  await panel(page, 'Other bindings of this account').getByRole('link', { name: LEGACY.other }).click()
  await expect(page).toHaveURL(BINDINGS.other)
  await expect(panel(page, 'Other bindings of this account')).toContainText(LEGACY.name)
})

for (const [q, ...titles] of [
  ['state:free shoots:>0 others:>0', 'Free but in use.', 'Two bindings refer to one account.'],
  ['state:malformed name:90002', 'Invalid label. euAccess=false, only true or no label is valid.'],
  ['shoots:24', 'The account is over its limit. 24 of 20 clusters: no new clusters until 5 are removed.'],
] as const) {
  test(`a binding of ${q} shows the warning: ${titles.join(' ')}`, async ({ page, signIn }) => {
    await signIn('viewer')
    await openFirst(page, q)
    for (const title of titles) await expect(page.getByRole('tabpanel').getByText(title)).toBeVisible()
  })
}

test('a change in Gardener appears on the page immediately', async ({ page, garden, signIn }) => {
  await signIn('operator')
  const { kind, name } = await openFirst(page, 'state:free type:gcp_cf-sa30')
  const undo = await relabel(garden, kind, name, { dirty: 'no', tenantName: 'e2e-tenant' })
  try {
    const account = panel(page, 'Account')
    await expect(account).toContainText('Malformed')
    await expect(account).toContainText('e2e-tenant')
    await expect(page.getByText('dirty=no, only true or no label is valid')).toBeVisible()
  } finally {
    await undo()
  }
  await expect(panel(page, 'Account')).toContainText('Free')
})

test('a page that a browser translates shows the next state, in a dialog too', async ({ page, garden, signIn }) => {
  await signIn('operator')
  const { kind, name } = await openFirst(page, 'state:free type:gcp_cf-sa30')
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await translatePage(page)).toBe(0)
  const undo = await relabel(garden, kind, name, { dirty: 'true', tenantName: 'e2e-tenant' })
  try {
    await expect(page.getByRole('dialog')).toContainText('changed')
    await page.keyboard.press('Escape')
    await expect(panel(page, 'Account')).toContainText('Dirty')
  } finally {
    await undo()
  }
})

test('the page and the route of an absent binding respond with 404', async ({ page, noise, signIn }) => {
  noise.expect(/404/)
  await signIn('viewer')
  for (const address of ABSENT_BINDINGS) {
    expect((await page.request.get(`/${address}`)).status(), address).toBe(404)
    const answer = await page.request.get(`/api/v1/${address}`)
    expect(answer.status(), address).toBe(404)
    expect(answer.headers()['content-type']).toBe('application/problem+json')
    expect((await page.request.get(`/api/v1/${address}/yaml`)).status(), address).toBe(404)
  }
  expect((await page.goto(`/${ABSENT_BINDINGS[0]}`))?.status()).toBe(404)
  await expect(page).toHaveTitle('Not found · HAP Console')
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
  await page.getByRole('link', { name: 'All bindings' }).click()
  await expect(page).toHaveURL('/bindings')
})
