import { NAV_GROUPS } from '#components/shell/nav-items.ts'
import type { Landscape } from '../e2e/support/landscape.ts'
import { signInByPage } from '../e2e/support/sign-in.ts'
import type { Bench, Figure } from './bench.ts'
import { everyPage } from './lib/every-page.ts'
import { type Load, load, note, shiftSince, type Visit } from './lib/load.ts'
import { onLandscape } from './lib/on-landscape.ts'
import { median } from './lib/percentile.ts'
import { worst } from './lib/worst.ts'

const MAIN = async () => ['/', '/pools', '/bindings', '/shoots'].map(address => ({ address }))
const WORKBENCH = async () => [{ address: '/rules' }]
const allButWorkbench = async (landscape: Landscape) =>
  (await everyPage(landscape)).filter(({ address }) => address !== '/rules')
/** Of times, the median of as many counts. */
const RUNS = 3
const SETTLED_MS = 1_500

/** First loads on the large landscape, by a browser that has nothing of the console. */
export const benches: Bench[] = [
  {
    name: 'loads: largest contentful paint',
    unit: 'ms',
    budget: 1_000,
    run: () => worstLoad(({ paintMs }) => paintMs, MAIN, RUNS),
  },
  {
    name: 'loads: total blocking time',
    unit: 'ms',
    budget: 50,
    run: () => worstLoad(({ blockedMs }) => blockedMs, MAIN, RUNS),
  },
  {
    // The editor of rules comes after it, and is the largest thing drawn.
    name: 'loads: largest contentful paint of the workbench',
    unit: 'ms',
    budget: 1_500,
    run: () => worstLoad(({ paintMs }) => paintMs, WORKBENCH, RUNS),
  },
  {
    name: 'loads: layout shift of any page',
    unit: '',
    budget: 0.02,
    run: () => worstLoad(({ shift }) => shift, everyPage),
  },
  {
    name: 'loads: everything of any page',
    unit: 'kB',
    budget: 250,
    run: () => worstLoad(({ kilobytes }) => kilobytes, allButWorkbench),
  },
  {
    name: 'loads: JavaScript of any page',
    unit: 'kB',
    budget: 200,
    run: () => worstLoad(({ scriptKilobytes }) => scriptKilobytes, allButWorkbench),
  },
  {
    // With the editor of rules, which comes after what is drawn first.
    name: 'loads: everything of the workbench',
    unit: 'kB',
    budget: 400,
    run: () => worstLoad(({ kilobytes }) => kilobytes, WORKBENCH),
  },
  {
    // From link to link of the navigation, twice around: once what a page needs is fetched on the way.
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
        if ((await page.evaluate(() => performance.timeOrigin)) !== document) throw new Error('A page was loaded anew.')
        return worst(shifts)
      }),
  },
]

function worstLoad(
  figure: (load: Load) => number,
  visitsOf: (landscape: Landscape) => Promise<readonly Visit[]>,
  runs = 1,
): Promise<Figure> {
  return onLandscape('large', async (landscape, browser) => {
    const { url } = landscape
    const visitor = await browser.newContext({ baseURL: url })
    await signInByPage(await visitor.newPage(), 'admin')
    const figures = new Map<string, number>()
    for (const visit of await visitsOf(landscape)) {
      const each: number[] = []
      for (let run = 0; run < runs; run++) each.push(figure(await load(browser, visitor, url, visit)))
      figures.set(visit.address, median(each))
    }
    return worst(figures)
  })
}
