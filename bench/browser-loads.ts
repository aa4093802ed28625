import { NAV_GROUPS } from '#components/shell/nav-items.ts'
import type { Landscape } from '../e2e/support/landscape.ts'
import { signInByPage } from '../e2e/support/sign-in.ts'
import type { Bench, Figure } from './bench.ts'
import { everyPage } from './lib/every-page.ts'
import { type Load, load, note, shiftSince, type Visit } from './lib/load.ts'
import { CONSOLE, onLandscape } from './lib/on-landscape.ts'
import { median } from './lib/percentile.ts'
import { share } from './lib/shared.ts'
import { worst } from './lib/worst.ts'

const MAIN = async () => ['/', '/pools', '/bindings', '/shoots'].map(address => ({ address }))
const WORKBENCH = async () => [{ address: '/rules' }]
/** Times are the median of this many runs. */
const RUNS = 3
const SETTLED_MS = 1_500

type Loads = ReadonlyMap<string, readonly Load[]>

const mainLoads = share(() => loadAll(MAIN, RUNS))
const workbenchLoads = share(() => loadAll(WORKBENCH, RUNS))
const allLoads = share(() => loadAll(everyPage))
const allButWorkbench = async () => new Map([...(await allLoads())].filter(([address]) => address !== '/rules'))

/** First loads on the large landscape, in a browser without cached files of the console. */
const FIRST_LOADS: readonly Omit<Bench, 'process'>[] = [
  {
    name: 'loads: largest contentful paint',
    unit: 'ms',
    budget: 1_000,
    run: async () => worstOf(await mainLoads(), ({ paintMs }) => paintMs),
  },
  {
    name: 'loads: total blocking time',
    unit: 'ms',
    budget: 50,
    run: async () => worstOf(await mainLoads(), ({ blockedMs }) => blockedMs),
  },
  {
    // The editor of rules is drawn later and is the largest element.
    name: 'loads: largest contentful paint of the workbench',
    unit: 'ms',
    budget: 1_500,
    run: async () => worstOf(await workbenchLoads(), ({ paintMs }) => paintMs),
  },
  {
    name: 'loads: layout shift of any page',
    unit: '',
    budget: 0.02,
    run: async () => worstOf(await allLoads(), ({ shift }) => shift),
  },
  {
    name: 'loads: everything of any page',
    unit: 'kB',
    budget: 250,
    run: async () => worstOf(await allButWorkbench(), ({ kilobytes }) => kilobytes),
  },
  {
    name: 'loads: JavaScript of any page',
    unit: 'kB',
    budget: 200,
    run: async () => worstOf(await allButWorkbench(), ({ scriptKilobytes }) => scriptKilobytes),
  },
  {
    // Includes the editor of rules, which loads after the first paint.
    name: 'loads: everything of the workbench',
    unit: 'kB',
    budget: 400,
    run: async () => worstOf(await workbenchLoads(), ({ kilobytes }) => kilobytes),
  },
  {
    // Follows the links of the navigation twice: the first round prefetches the pages.
    name: 'loads: layout shift from page to page',
    unit: '',
    budget: 0.02,
    run: () =>
      onLandscape('large', async ({ url }, browser) => {
        const page = await browser.newPage({ baseURL: url, viewport: { width: 1350, height: 940 } })
        await page.addInitScript(note)
        await signInByPage(page, 'admin')
        await page.waitForTimeout(SETTLED_MS)
        await shiftSince(page)
        const document = await page.evaluate(() => performance.timeOrigin)
        const ways = NAV_GROUPS.flatMap(({ items }) => items.map(({ href }) => href))
        const shifts = new Map<string, number>()
        let from = '/'
        for (const to of [...ways.slice(1), ...ways, '/']) {
          await page.locator(`nav[aria-label=Main] a[href="${to}"]`).click()
          await page.waitForURL(url => url.pathname.startsWith(to))
          await page.waitForTimeout(SETTLED_MS)
          shifts.set(`${from} → ${to}`, Math.max(shifts.get(`${from} → ${to}`) ?? 0, await shiftSince(page)))
          from = to
        }
        if ((await page.evaluate(() => performance.timeOrigin)) !== document) throw new Error('A page was reloaded.')
        return worst(shifts)
      }),
  },
]

export const benches: Bench[] = FIRST_LOADS.map(bench => ({ ...bench, process: CONSOLE }))

/** Opens each page the same number of times, each time in a new context. */
function loadAll(visitsOf: (landscape: Landscape) => Promise<readonly Visit[]>, runs = 1): Promise<Loads> {
  return onLandscape('large', async (landscape, browser) => {
    const { url } = landscape
    const visitor = await browser.newContext({ baseURL: url })
    await signInByPage(await visitor.newPage(), 'admin')
    const loads = new Map<string, readonly Load[]>()
    for (const visit of await visitsOf(landscape)) {
      const each: Load[] = []
      for (let run = 0; run < runs; run++) each.push(await load(browser, visitor, url, visit))
      loads.set(visit.address, each)
    }
    return loads
  })
}

/** The worst median of all pages. */
function worstOf(loads: Loads, figure: (load: Load) => number): Figure {
  return worst(new Map([...loads].map(([address, each]) => [address, median(each.map(figure))])))
}
