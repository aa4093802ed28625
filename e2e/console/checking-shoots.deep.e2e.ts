import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { ShootObject } from '#lib/garden/resources/objects.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import { addFault } from '../support/garden-faults.ts'
import { type Idle, idleBinding } from '../support/idle-binding.ts'
import { NAMESPACE } from '../support/landscape-accounts.ts'
import { startOtherConsole } from '../support/other-console.ts'
import { DEMO, expect, test } from '../support/test.ts'

test.use(DEMO)

const NAME = 'c-late'
/** Longer than an action waits for the check after its write. */
const LIST_MS = 1_000

/** Creates a shoot on a binding, with the spec of an existing one. */
async function createShoot(garden: GardenClient, { name }: Idle): Promise<void> {
  const shoots: ShootObject[] = []
  await garden.page<ShootObject>({ resource: SHOOTS, namespace: NAMESPACE }, { limit: 1 }, each => shoots.push(each))
  const [like] = shoots
  const { secretBindingName: _other, ...spec } = like?.spec ?? {}
  const annotations = { 'confirmation.gardener.cloud/deletion': 'true' }
  await garden.create<ShootObject>(
    { resource: SHOOTS, namespace: NAMESPACE },
    {
      metadata: { name: NAME, namespace: NAMESPACE, annotations, labels: { account: 'ga-another' } },
      spec: { ...spec, credentialsBindingName: name },
    },
  )
}

async function labelOf({ request }: Page, { kind, name }: Idle): Promise<string> {
  const answer = await request.get(`/api/v1/bindings/${kind}/${name}`)
  const { row } = await answer.json()
  return row.state
}

test('the dialog counts listed shoots, and a cluster created during the check reverts the change', async ({
  browser,
  landscape,
  garden,
  sessionOf,
}) => {
  test.slow()
  // The watch lasts so long that no bookmark proves the inventory fresh.
  const settings = { HAP_STALE_AFTER: '300' }
  const other = await startOtherConsole(readFileSync(landscape.adminKubeconfig, 'utf8'), settings)
  const cookies = await sessionOf('operator', other.url)
  const context = await browser.newContext({ baseURL: other.url, storageState: { cookies, origins: [] } })
  const page = await context.newPage()
  let endFault: () => Promise<unknown> = async () => {}
  try {
    await expect.poll(async () => (await page.request.get('/readyz')).status(), { timeout: 60_000 }).toBe(200)
    const binding = await idleBinding(page)
    await page.goto(`/bindings/${binding.kind}/${binding.name}`)
    await page.getByRole('button', { name: 'Mark dirty', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('the tenant left')
    await dialog.getByRole('textbox', { name: /^Enter the binding name/ }).fill(binding.name)
    await expect(dialog).toContainText('Dry run passed: the API server would accept this change.')
    const match = { verb: 'list', resource: `${SHOOTS.plural}.${SHOOTS.group}` }
    endFault = await addFault(garden, match, { type: 'delay', ms: LIST_MS })
    await dialog.getByRole('button', { name: 'Mark dirty' }).click()
    await expect(dialog.getByRole('status')).toContainText(
      /Checking 3,0\d\d shoots for clusters on this account… It can no longer be cancelled/,
    )
    await expect(dialog).toBeHidden({ timeout: 30_000 })
    await createShoot(garden, binding)
    await expect(page.getByText(`${binding.name} was marked dirty.`)).toBeVisible()
    await expect(page.getByText('A final check of all shoots is still running')).toBeVisible()
    await expect(page.getByText(`Mark dirty of ${binding.name}: 1 cluster still uses this account.`)).toBeVisible({
      timeout: 30_000,
    })
    expect(await labelOf(page, binding)).toBe('claimed')
  } finally {
    await endFault()
    await garden.delete({ resource: SHOOTS, namespace: NAMESPACE, name: NAME }).catch(() => undefined)
    await context.close()
    await other.stop()
  }
})
