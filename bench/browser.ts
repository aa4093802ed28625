import type { Page } from '@playwright/test'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { bindingsWith, relabel } from '../e2e/support/landscape-accounts.ts'
import { signInByPage } from '../e2e/support/sign-in.ts'
import type { Bench } from './bench.ts'
import { onLandscape } from './lib/on-landscape.ts'

const PAGES = [
  '/',
  '/pools',
  '/pools/aws~eu',
  '/bindings',
  '/shoots',
  '/global-accounts',
  '/audit',
  '/simulator',
  '/allowlist',
  '/settings',
]

const CHANGES = 40

export const benches: Bench[] = [
  {
    // What the browser fetches for the first load of a page, packed.
    name: 'browser: first-load JavaScript of the heaviest page',
    unit: 'kB',
    budget: 200,
    run: () =>
      onLandscape('small', async (landscape, browser) => {
        const context = await browser.newContext({ baseURL: landscape.url })
        await signInByPage(await context.newPage(), 'viewer')
        const cookies = await context.cookies()
        const sizes: number[] = []
        for (const address of PAGES) {
          // A context of its own has nothing in its cache.
          const fresh = await browser.newContext({ baseURL: landscape.url })
          await fresh.addCookies(cookies)
          sizes.push(await scriptBytes(await fresh.newPage(), address))
          await fresh.close()
        }
        return Math.max(...sizes) / 1000
      }),
  },
  {
    // From before the write is sent until the page shows it.
    name: 'browser: a change in Gardener is on the page, p95',
    unit: 'ms',
    budget: 1_000,
    run: () =>
      onLandscape('demo', async ({ url, adminKubeconfig }, browser) => {
        const page = await browser.newPage({ baseURL: url })
        await signInByPage(page, 'viewer')
        const garden = createGardenClient({ access: loadKubeconfig(adminKubeconfig), version: 'bench' })
        const [free] = await bindingsWith(garden, 'hyperscalerType=aws,!euAccess,!shared,!dirty,!tenantName,!internal')
        if (!free) throw new Error('The landscape has no free aws account.')
        await page.goto(`/bindings/${free.kind}/${free.name}`)
        const labels = page.getByRole('main')
        const times: number[] = []
        for (let n = 0; n < CHANGES; n++) {
          const begun = performance.now()
          await relabel(garden, free.kind, free.name, { 'bench.example/turn': `turn-${n}` })
          await labels.getByText(`turn-${n}`, { exact: true }).waitFor()
          times.push(performance.now() - begun)
        }
        garden.close()
        return times.sort((a, b) => a - b)[Math.ceil(CHANGES * 0.95) - 1] ?? Number.NaN
      }),
  },
]

/** Bytes of all scripts until the page is quiet, as the server packs them, without the heads of its answers. */
async function scriptBytes(page: Page, address: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForTimeout(1_000)
  if (bytes === 0) throw new Error(`No script of ${address} was seen.`)
  return bytes
}
