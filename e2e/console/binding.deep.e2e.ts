import { expectAccessible } from '../support/axe.ts'
import { ABSENT_BINDINGS, openFirst, panel, tab } from '../support/binding-page.ts'
import { addBinding, relabel } from '../support/landscape-accounts.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

const OVERFULL = '/bindings/CredentialsBinding/sap-aws-skr-cust-00005'

for (const [q, ...titles] of [
  ['state:free shoots:>0 others:0', 'Free but in use.'],
  ['state:dirty shoots:>0', 'Released but still in use.'],
  ['state:terminating shoots:>0', 'The binding is being deleted.'],
  ['state:malformed name:90003', 'KEB can still assign this account.'],
  ['state:claimed shoots:180', 'The account is full. 180 of 180 clusters; new clusters get another account.'],
  ['state:claimed shoots:0', 'Claimed but unused.'],
] as const) {
  test(`a binding of ${q} shows the warning: ${titles.join(' ')}`, async ({ page, signIn }) => {
    await signIn('viewer')
    await openFirst(page, q)
    for (const title of titles) await expect(page.getByRole('tabpanel').getByText(title)).toBeVisible()
  })
}

test('a binding without problems shows no warning', async ({ page, signIn }) => {
  await signIn('viewer')
  await openFirst(page, 'state:claimed type:aws others:0 shoots:2..100')
  await expect(panel(page, 'Labels')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText(/The account is|binding is|refer to one|label has/)).toHaveCount(0)
})

test.describe('the tabs', () => {
  test('are stored in the address, operated by keyboard, and part of the browser history', async ({ page, signIn }) => {
    await signIn('viewer')
    await page.goto(OVERFULL)
    await page.getByRole('link', { name: 'All 250' }).click()
    await expect(page).toHaveURL(`${OVERFULL}?tab=shoots`)
    await expect(tab(page, /^Shoots/)).toHaveAttribute('aria-selected', 'true')
    await tab(page, /^Shoots/).press('ArrowRight')
    await expect(tab(page, /^Timeline/)).toBeFocused()
    await expect(page).toHaveURL(`${OVERFULL}?tab=timeline`)
    await tab(page, /^Timeline/).press('ArrowRight')
    await expect(tab(page, /^YAML/)).toBeFocused()
    await expect(page).toHaveURL(`${OVERFULL}?tab=yaml`)
    await page.goBack()
    await expect(page).toHaveURL(`${OVERFULL}?tab=timeline`)
    await page.goBack()
    await expect(page.getByRole('grid', { name: 'Shoots on this account' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('grid', { name: 'Shoots on this account' })).toBeVisible()
    await page.goBack()
    await expect(tab(page, /^Summary/)).toHaveAttribute('aria-selected', 'true')
    for (const wrong of ['nothing', '__proto__', '<b>']) {
      await page.goto(`${OVERFULL}?tab=${wrong}`)
      await expect(tab(page, /^Summary/)).toHaveAttribute('aria-selected', 'true')
    }
  })

  test('Shoots lists every cluster on the account in the chosen order', async ({ page, signIn }) => {
    await signIn('viewer')
    await page.goto(`${OVERFULL}?tab=shoots`)
    const shoots = page.getByRole('grid', { name: 'Shoots on this account' })
    await expect(shoots).toHaveAttribute('aria-rowcount', '251')
    await expect(page.getByText('250 shoots on this account')).toBeVisible()
    const first = shoots.getByRole('row').nth(1)
    await expect(first).toContainText(/^c-0/)
    const operation = page.getByRole('columnheader', { name: 'Last operation' })
    await operation.getByRole('button').click()
    await expect(operation).toHaveAttribute('aria-sort', 'ascending')
    await expect(first).toContainText('failed')
    await expect(page).toHaveURL(`${OVERFULL}?tab=shoots&sort=operation`)
    for (const sort of ['__proto__', 'toString', '-constructor']) {
      await page.goto(`${OVERFULL}?tab=shoots&sort=${sort}`)
      await expect(page.getByRole('columnheader', { name: 'Shoot', exact: true })).toHaveAttribute(
        'aria-sort',
        'ascending',
      )
    }
    await openFirst(page, 'state:free type:gdch')
    await tab(page, /^Shoots/).click()
    await expect(page.getByRole('heading', { name: 'No shoots use this account' })).toBeVisible()
  })

  test('YAML shows the current object without managed fields, and copies it', async ({
    page,
    context,
    garden,
    signIn,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn('viewer')
    const { kind, name } = await openFirst(page, 'state:free type:gdch')
    await tab(page, /^YAML/).click()
    const yaml = page.getByRole('region', { name: 'YAML' })
    await expect(yaml).toContainText(`kind: ${kind}\nmetadata:\n`)
    await expect(yaml).toContainText(`name: ${name}`)
    await expect(yaml).not.toContainText('managedFields')
    await page.getByRole('tabpanel').getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await yaml.textContent())
    const undo = await relabel(garden, kind, name, { 'e2e.example/mark': 'x' })
    await expect(yaml).toContainText('e2e.example/mark: x')
    await undo()
    await expect(yaml).not.toContainText('e2e.example/mark')
  })
})

test.describe('Open in simulator', () => {
  for (const [what, q, query, answer] of [
    [
      'requests the next cluster of its tenant',
      'shoots:250',
      /\?plan=aws&ga=8e6b0e5e-/,
      /^Would reuse sap-aws-skr-cust-00004$/,
    ],
    [
      'fills in the fields that select its pool',
      'pool:aws~eu state:claimed',
      /\?plan=aws&pr=cf-eu11&ga=/,
      /^Would (reuse|claim) /,
    ],
    [
      'supports shared pools',
      'pool:openstack_eu-de-1~shared',
      /\?plan=sap-converged-cloud&hr=eu-de-1$/,
      /^Would share /,
    ],
  ] as const) {
    test(what, async ({ page, signIn }) => {
      await signIn('viewer')
      await openFirst(page, q)
      await page.getByRole('link', { name: 'Open in simulator' }).click()
      await expect(page).toHaveURL(query)
      await expect(page.getByRole('region', { name: 'Answer' }).getByRole('heading', { name: answer })).toBeVisible()
    })
  }
})

test('Open in simulator is disabled with a reason when no rule selects the pool', async ({ page, signIn }) => {
  await signIn('viewer')
  await openFirst(page, 'type:alicloud state:claimed')
  await expect(page.getByRole('button', { name: 'Open in simulator' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: 'Open in simulator' })).toHaveAccessibleDescription(/rule/)
})

test('a binding deleted while it is open remains visible with a message, and is not found after a reload', async ({
  page,
  noise,
  garden,
  signIn,
}) => {
  noise.expect(/404/)
  await signIn('operator')
  const labels = { hyperscalerType: 'aws', dirty: 'true' }
  const remove = await addBinding(garden, { name: 'e2e-gone', labels, of: 'sap-aws-skr-cust-00132' })
  await page.goto('/bindings?q=name:e2e-gone')
  await page.getByRole('link', { name: 'e2e-gone', exact: true }).click()
  await expect(panel(page, 'Account')).toContainText('Dirty')
  await remove()
  await expect(page.getByText(/^This binding no longer exists: it was deleted or lost its HAP labels\./)).toBeVisible()
  await expect(panel(page, 'Account')).toContainText('Dirty')
  await expectAccessible(page)
  await tab(page, /^YAML/).click()
  await expect(page.getByText('There is no CredentialsBinding e2e-gone in garden-kyma-prod.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
})

test('a binding that loses its HAP labels is reported as unlabelled until it has them again', async ({
  page,
  noise,
  garden,
  signIn,
}) => {
  noise.expect(/404/)
  await signIn('operator')
  const labels = { hyperscalerType: 'aws' }
  const remove = await addBinding(garden, { name: 'e2e-bare', labels, of: 'sap-aws-skr-cust-00132' })
  try {
    await expect(async () =>
      expect((await page.goto('/bindings/CredentialsBinding/e2e-bare'))?.status()).toBe(200),
    ).toPass()
    const undo = await relabel(garden, 'CredentialsBinding', 'e2e-bare', { hyperscalerType: null })
    await expect(page.getByText(/^No HAP labels\./)).toBeVisible()
    await undo()
    await expect(page.getByText(/^No HAP labels\./)).toHaveCount(0)
    await expect(panel(page, 'Account')).toContainText('Free')
  } finally {
    await remove()
  }
})

test('an address that cannot be decoded responds with 400', async ({ page, signIn }) => {
  await signIn('viewer')
  for (const address of [
    '/bindings/CredentialsBinding/%E0%A4%A',
    '/bindings/%ff/x',
    '/api/v1/bindings/CredentialsBinding/%',
  ])
    expect((await page.request.get(address)).status(), address).toBe(400)
})

test('each address without a binding shows "Not found"', async ({ page, noise, signIn }) => {
  noise.expect(/404/)
  await signIn('viewer')
  for (const address of ABSENT_BINDINGS) {
    expect((await page.goto(`/${address}`))?.status(), address).toBe(404)
    await expect(page).toHaveTitle('Not found · HAP Console')
    await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
  }
})
