import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Role } from '#lib/auth/roles.ts'
import { formatProgress, NO_PROGRESS } from '#lib/garden/cleaning-progress.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource } from '#lib/garden/resources/resource.ts'
import { ANNOTATIONS, type BindingKind } from '#lib/hap/pools/binding.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/axe.ts'
import { bindingsWith, NAMESPACE, relabel } from '../support/landscape-accounts.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { signInByPage } from '../support/sign-in.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

const grid = (page: Page) => page.getByRole('grid', { name: 'Cleaning' })
const box = (page: Page) => page.getByRole('combobox', { name: /^Search accounts/ })
const line = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const action = (page: Page, name: RegExp) => page.getByRole('menuitem', { name })

interface Dirty {
  readonly kind: BindingKind
  readonly name: string
}

/** A dirty AWS binding, alone on its account; waits until all sources are read. */
async function dirtyBinding(page: Page): Promise<Dirty> {
  const q = 'state:dirty provider:aws others:0 shoots:0 kind:CredentialsBinding'
  const read = async () => (await page.request.get(`/api/v1/bindings?q=${encodeURIComponent(q)}&limit=10`)).json()
  await expect.poll(async () => (await read()).unread, { timeout: 120_000 }).toEqual([])
  const { rows } = await read()
  expect(rows.length).toBeGreaterThan(0)
  return rows[0]
}

/** Writes annotations of a cleaner. Returns a function that restores them. */
async function note(garden: GardenClient, { kind, name }: Dirty, annotations: Readonly<Record<string, string | null>>) {
  const place = { resource: bindingResource(kind), namespace: NAMESPACE, name }
  const { metadata } = await garden.get<KubeObject>(place)
  const patch = async (notes: typeof annotations) => {
    const now = await garden.get<KubeObject>(place)
    const resourceVersion = now.metadata?.resourceVersion ?? ''
    await garden.patch<KubeObject>(place, { metadata: { annotations: notes } }, { resourceVersion })
  }
  await patch(annotations)
  const before = Object.keys(annotations).map(key => [key, metadata?.annotations?.[key] ?? null])
  return () => patch(Object.fromEntries(before))
}

const EMPTY = Date.parse('2026-11-23T12:00:00Z')

const LOOKED = formatProgress(
  {
    ...NO_PROGRESS,
    failures: 2,
    next: Date.parse('2100-01-01T00:00:00Z'),
    emptyAt: [EMPTY],
    reason: 'AWS throttled the requests (RequestLimitExceeded).',
    evidence: {
      provider: 'aws',
      version: '1',
      identity: '123456789012',
      places: ['eu-central-1', 'us-east-1'],
      found: { volume: 3, address: 1 },
      deleted: { volume: 2 },
      left: [{ what: 'volume vol-9 in eu-central-1', why: 'something still uses it' }],
      leftMore: 4,
      from: '2026-11-23T11:00:00Z',
      to: '2026-11-23T12:00:00Z',
    },
  },
  null,
)

test.use({ viewport: { width: 1440, height: 1000 } })

test('the board is searched, sorted and exported, and links to each binding', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/operators/cleaning')
  const since = page.getByRole('columnheader', { name: 'In state' })
  await since.getByRole('button').click()
  await expect(since).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL('/operators/cleaning?sort=for')
  await box(page).fill('state:quarantined tells:person ')
  await expect(page).toHaveURL('/operators/cleaning?sort=for&q=state:quarantined+tells:person')
  await expect(grid(page).getByRole('row').nth(1)).toContainText('Quarantined')
  const listed = await (await page.request.get('/api/v1/operators/cleaning?sort=for&q=state:quarantined')).json()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export JSON' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^hap-cleaning-e2e-[\dT-]+Z\.json$/)
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toEqual(listed.rows)
  await page.reload()
  await expect(grid(page).getByRole('row').nth(1)).toContainText('Quarantined')
  const [first] = listed.rows
  await line(page, first.name).getByRole('link', { name: first.name, exact: true }).click()
  await expect(page).toHaveURL(`/bindings/${first.kind}/${first.name}`)
  await expect(page.getByRole('region', { name: 'Cleaning' })).toContainText('manual check')
})

test('a search without a match, an invalid search and hostile parameters are reported', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/operators/cleaning?q=name:nobody')
  await expect(page.getByRole('heading', { name: 'No account matches' })).toBeVisible()
  await page.goto('/operators/cleaning?q=stat:dirty&sort=__proto__&cols=%3Cscript%3E')
  await expect(page.getByRole('heading', { name: 'Invalid search' })).toBeVisible()
  expect((await page.request.get('/api/v1/operators/cleaning?limit=x')).status()).toBe(400)
  expect((await page.request.get('/api/v1/operators/cleaning/export?format=xml')).status()).toBe(400)
  expect((await page.request.get('/api/v1/operators/cleaning?nonsense=1')).status()).toBe(400)
})

test('an annotation of a cleaner appears on the board immediately, and in full on the page of the binding', async ({
  page,
  garden,
  signIn,
}) => {
  await signIn('operator')
  const binding = await dirtyBinding(page)
  await page.goto(`/operators/cleaning?q=name:${binding.name}`)
  await expect(line(page, binding.name)).toContainText('none yet')
  const undo = await note(garden, binding, { [ANNOTATIONS.state]: 'verifying', [ANNOTATIONS.cleaning]: LOOKED })
  try {
    await expect(line(page, binding.name)).toContainText('AWS throttled the requests')
    await expect(line(page, binding.name)).toContainText('Verifying')
    await line(page, binding.name)
      .getByRole('link', { name: /^aws cleaner 1 on 123456789012/ })
      .click()
    await expect(page).toHaveURL(`/bindings/${binding.kind}/${binding.name}#cleaning`)
    const evidence = page.getByRole('region', { name: 'Cleaning' })
    for (const fact of [
      'The aws cleaner is off. Check the account manually, then choose Confirm clean.',
      'AWS throttled the requests (RequestLimitExceeded).',
      'eu-central-1, us-east-1; aws cleaner 1',
      '1 address and 3 volumes',
      '2 volumes',
      'volume vol-9 in eu-central-1 something still uses it',
      'and 4 more',
      'requires two empty inventories in a row',
    ])
      await expect(evidence).toContainText(fact)
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(action(page, /^Clean now The aws cleaner is off\./)).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    const confirm = page.getByRole('button', { name: 'Confirm clean', exact: true })
    await expect(confirm).not.toHaveAttribute('aria-disabled')
    await expectAccessibleInBothThemes(page)
  } finally {
    await undo()
  }
})

const REFUSED = 'Could not list volumes: the provider does not accept the credentials of the account (AuthFailure).'

/** These consoles only serve pages; no cleaners run. */
for (const { deletes, strip, consequence } of [
  {
    deletes: 'off',
    strip: /^Dry run\. Cleaners for aws, azure and gcp report what would be deleted/,
    consequence: 'Deleting is off, so nothing will be deleted.',
  },
  {
    deletes: 'on',
    strip: /^Cleaners for aws, azure and gcp are on\./,
    consequence: 'delete what clusters left in it.',
  },
]) {
  test(`an operator moves an account to the front of the cleaning queue when deleting is ${deletes}`, async ({
    browser,
    garden,
    landscape,
  }) => {
    test.setTimeout(300_000)
    const console = await startOtherConsole(readFileSync(landscape.adminKubeconfig, 'utf8'), {
      HAP_ROLES: 'web',
      HAP_CLEANERS: 'aws,azure,gcp',
      HAP_CLEANERS_DELETE: deletes,
    })
    const open = async (role: Role) => {
      const page = await browser.newPage({ baseURL: console.url })
      await signInByPage(page, role)
      return page
    }
    const page = await open('operator')
    const binding = await dirtyBinding(page)
    const [unverifiable] = await bindingsWith(garden, 'hyperscalerType=alicloud,!tenantName,!dirty')
    if (!unverifiable) throw new Error('The landscape has no free account of Alibaba Cloud.')
    const clean = await relabel(garden, unverifiable.kind, unverifiable.name, { dirty: 'true' })
    const undo = await note(garden, binding, {
      [ANNOTATIONS.cleanNow]: null,
      [ANNOTATIONS.cleaning]: formatProgress({ ...NO_PROGRESS, delays: 2, reason: REFUSED }, null),
    })
    try {
      await page.goto(`/operators/cleaning?q=name:${binding.name}`)
      await expect(page.getByText(strip)).toBeVisible()
      await expect(page.getByText(`1 account of aws cannot be cleaned. ${REFUSED} Renew the credentials`)).toBeVisible()
      await expect(line(page, binding.name).getByText('2', { exact: true })).toBeVisible()
      await expect(line(page, binding.name)).toContainText('aws cleaner')
      await expect(line(page, binding.name)).toContainText('due')
      await expectAccessible(page)

      const viewer = await open('viewer')
      await viewer.goto(`/bindings/${binding.kind}/${binding.name}`)
      await viewer.getByRole('button', { name: 'More actions' }).click()
      await expect(
        action(viewer, /^Clean now Requires the operator role\. Ask an administrator for it\.$/),
      ).toHaveAttribute('aria-disabled', 'true')
      await viewer.close()

      await page.goto(`/bindings/${binding.kind}/${binding.name}`)
      await page.getByRole('button', { name: 'More actions' }).click()
      await action(page, /^Clean now/).click()
      await expect(dialog(page)).toContainText('added: hap.kyma-project.io/clean-now')
      await expect(dialog(page)).toContainText(consequence)
      await expect(dialog(page)).toContainText('Dry run passed: the API server would accept this change.')
      const submit = dialog(page).getByRole('button', { name: 'Clean now', exact: true })
      await expect(submit).toHaveAccessibleDescription('A reason is required.')
      await expectAccessible(page)
      await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('a tenant waits')
      await submit.click()
      await expect(page.getByText(`${binding.name} was moved to the front of the cleaning queue.`)).toBeVisible()
      await expect(page.getByRole('region', { name: 'Cleaning' })).toContainText('first in line')
      await page.getByRole('button', { name: 'More actions' }).click()
      await expect(action(page, /^Clean now Already requested/)).toHaveAttribute('aria-disabled', 'true')
      await page.goto('/operators/cleaning?q=asked')
      await expect(line(page, binding.name)).toContainText('first in line')
      await page.goto(`/audit?q=${binding.name}+"a+tenant+waits"`)
      await expect(page.getByRole('link', { name: 'Clean now', exact: true }).first()).toBeVisible()

      await page.goto(`/bindings/${unverifiable.kind}/${unverifiable.name}`)
      await expect(page.getByRole('region', { name: 'Cleaning' })).toContainText('manual check')
      await page.getByRole('button', { name: 'More actions' }).click()
      await expect(
        action(page, /^Clean now No cleaner can verify that an account of Alibaba Cloud is empty\. Check the account/),
      ).toHaveAttribute('aria-disabled', 'true')
    } finally {
      await undo()
      await clean()
      await page.close()
      await console.stop()
    }
  })
}

test('Settings shows the leader and the state of the controllers', async ({ page, signIn }) => {
  await signIn('viewer')
  await page.goto('/settings')
  const panel = page.getByRole('region', { name: 'Controllers' })
  await expect(panel).toContainText(/leader: this process for \d+ \w+/, { timeout: 60_000 })
  for (const name of ['Clusters', 'Subscription requests', 'Kubeconfigs'])
    await expect(panel.getByRole('rowheader', { name, exact: true })).toBeVisible()
})
