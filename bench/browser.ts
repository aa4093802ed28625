import type { Browser, Locator, Page } from '@playwright/test'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import type { ShootObject } from '#lib/garden/resources/objects.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import type { ShootRow } from '#lib/queries/shoots/shoot-list.ts'
import { bindingsWith, NAMESPACE, relabel } from '../e2e/support/landscape-accounts.ts'
import { signInByPage } from '../e2e/support/sign-in.ts'
import type { Bench } from './bench.ts'
import { CONSOLE, onLandscape } from './lib/on-landscape.ts'
import { p95 } from './lib/percentile.ts'

const CHANGES = 40

/** From just before a write is sent until the page shows it, 95th percentile. */
export const benches: Bench[] = [
  {
    name: 'browser: a change in Gardener is on the page, p95',
    unit: 'ms',
    budget: 1_000,
    process: CONSOLE,
    run: () =>
      onGarden('demo', async (page, garden) => {
        const [free] = await bindingsWith(garden, 'hyperscalerType=aws,!euAccess,!shared,!dirty,!tenantName,!internal')
        if (!free) throw new Error('The landscape has no free aws account.')
        await page.goto(`/bindings/${free.kind}/${free.name}`)
        return changesShown(
          page.getByRole('main'),
          n => `turn-${n}`,
          async n => {
            await relabel(garden, free.kind, free.name, { 'bench.example/turn': `turn-${n}` })
          },
        )
      }),
  },
  {
    // The account becomes dirty and free again, among 5,000.
    name: 'browser: a change is in the list of bindings, p95',
    unit: 'ms',
    budget: 1_000,
    process: CONSOLE,
    run: () =>
      onGarden('large', async (page, garden) => {
        const q = 'state:free,dirty'
        const { kind, name } = await firstOf<BindingRow>(page, 'bindings', q, ({ state }) => state === 'free')
        await page.goto(`/bindings?q=${q}`)
        return changesShown(
          rowOf(page, 'Bindings', name),
          n => (n % 2 === 0 ? 'Dirty' : 'Free'),
          async n => {
            await relabel(garden, kind, name, { dirty: n % 2 === 0 ? 'true' : null })
          },
        )
      }),
  },
  {
    // The operation of the shoot progresses, among 20,000.
    name: 'browser: a change is in the list of shoots, p95',
    unit: 'ms',
    budget: 1_000,
    process: CONSOLE,
    run: () =>
      onGarden('large', async (page, garden) => {
        const isQuiet = ({ lastOperation }: ShootRow) => lastOperation?.state === 'Succeeded'
        const { name } = await firstOf<ShootRow>(page, 'shoots', '', isQuiet)
        if (name === null) throw new Error('The first shoot of the list has no name.')
        await page.goto('/shoots')
        return changesShown(
          rowOf(page, 'Shoots', name),
          n => `Reconciling, ${n} %`,
          n => reconcile(garden, name, n),
        )
      }),
  },
]

function onGarden(
  size: 'demo' | 'large',
  measure: (page: Page, garden: GardenClient) => Promise<number>,
): Promise<number> {
  return onLandscape(size, async ({ url, adminKubeconfig }, browser) => {
    const page = await signedIn(browser, url)
    const garden = createGardenClient({ access: loadKubeconfig(adminKubeconfig), version: 'bench' })
    try {
      return await measure(page, garden)
    } finally {
      garden.close()
    }
  })
}

async function signedIn(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 } })
  await signInByPage(page, 'viewer')
  return page
}

/** Makes changes in sequence; the page must show the number of each before the next one. */
async function changesShown(
  where: Locator,
  shows: (n: number) => string,
  change: (n: number) => Promise<void>,
): Promise<number> {
  await where.waitFor()
  const times: number[] = []
  for (let n = 0; n < CHANGES; n++) {
    if (await where.getByText(shows(n), { exact: true }).isVisible()) throw new Error(`${shows(n)} is shown before.`)
    const begun = performance.now()
    await change(n)
    await where.getByText(shows(n), { exact: true }).waitFor()
    times.push(performance.now() - begun)
  }
  return p95(times)
}

/** A matching row among the first rows of a list. */
async function firstOf<Row>(page: Page, list: string, q: string, isWanted: (row: Row) => boolean): Promise<Row> {
  const { rows } = await (await page.request.get(`/api/v1/${list}`, { params: { q, limit: 15 } })).json()
  const row = rows.find(isWanted)
  if (!row) throw new Error(`The list of ${list} begins with none that could be changed.`)
  return row
}

const rowOf = (page: Page, list: string, name: string) =>
  page
    .getByRole('grid', { name: list })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader').filter({ hasText: name }) })

async function reconcile(garden: GardenClient, name: string, progress: number): Promise<void> {
  const place = { resource: SHOOTS, namespace: NAMESPACE, name }
  const { metadata } = await garden.get<ShootObject>(place)
  const lastUpdateTime = new Date().toISOString().replace(/\.\d+/, '')
  const lastOperation = { type: 'Reconcile', state: 'Processing', progress, lastUpdateTime }
  await garden.patch(
    { ...place, subresource: 'status' },
    { status: { lastOperation } },
    { resourceVersion: metadata?.resourceVersion ?? '' },
  )
}
