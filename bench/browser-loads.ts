import type { Browser, BrowserContext, Page } from '@playwright/test'
import { signInByPage } from '../e2e/support/sign-in.ts'
import type { Bench } from './bench.ts'
import { onLandscape } from './lib/on-landscape.ts'

const PAGES = ['/', '/pools', '/bindings', '/shoots']
const RUNS = 3
/** Lighthouse's desktop: a good line. */
const LINE = { offline: false, latency: 40, downloadThroughput: 10_240_000 / 8, uploadThroughput: 10_240_000 / 8 }
/** Of a task, what is over this keeps somebody waiting who does something. */
const BLOCKING_MS = 50
const QUIET_MS = 2_000
/** Kinds of entries that are noted. */
const KINDS = 3

interface Load {
  /** Largest contentful paint, in milliseconds since the navigation began. */
  readonly paintMs: number
  readonly blockedMs: number
  /** Cumulative layout shift. */
  readonly shift: number
  readonly kilobytes: number
}

/** The first load of the slowest of four pages on the large landscape, by a browser that has nothing of it; the median of three. */
export const benches: Bench[] = [
  { name: 'loads: largest contentful paint', unit: 'ms', budget: 1_000, run: () => worst(({ paintMs }) => paintMs) },
  { name: 'loads: total blocking time', unit: 'ms', budget: 50, run: () => worst(({ blockedMs }) => blockedMs) },
  { name: 'loads: layout shift', unit: '', budget: 0.02, run: () => worst(({ shift }) => shift) },
  { name: 'loads: everything', unit: 'kB', budget: 250, run: () => worst(({ kilobytes }) => kilobytes) },
  {
    // The editor of rules comes after it, and is the largest thing drawn.
    name: 'loads: largest contentful paint of the workbench',
    unit: 'ms',
    budget: 1_500,
    run: () => worst(({ paintMs }) => paintMs, ['/rules']),
  },
]

function worst(figure: (load: Load) => number, pages = PAGES): Promise<number> {
  return onLandscape('large', async ({ url }, browser) => {
    const visitor = await browser.newContext({ baseURL: url })
    await signInByPage(await visitor.newPage(), 'viewer')
    const figures: number[] = []
    for (const address of pages) {
      const runs: number[] = []
      for (let run = 0; run < RUNS; run++) runs.push(figure(await load(browser, visitor, url, address)))
      figures.push(runs.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN)
    }
    return Math.max(...figures)
  })
}

async function load(browser: Browser, visitor: BrowserContext, url: string, address: string): Promise<Load> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1350, height: 940 } })
  await context.addCookies(await visitor.cookies())
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  let bytes = 0
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.addInitScript(note)
  const answer = await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(QUIET_MS)
  const { observed, paints, tasks, shifts } = await noted(page)
  await context.close()
  // Nothing seen is no good figure.
  if (!answer?.ok() || observed.length < KINDS || paints.length === 0 || bytes === 0)
    throw new Error(
      `Not enough was noted of ${address}: ${observed.join(', ')}; ${paints.length} paints, ${bytes} bytes.`,
    )
  return {
    paintMs: Math.max(...paints),
    blockedMs: tasks.reduce((sum, ms) => sum + Math.max(0, ms - BLOCKING_MS), 0),
    shift: shifts.reduce((sum, shift) => sum + shift, 0),
    kilobytes: bytes / 1000,
  }
}

interface Noted {
  /** Kinds of entries that the browser tells of. */
  readonly observed: readonly string[]
  readonly paints: readonly number[]
  readonly tasks: readonly number[]
  readonly shifts: readonly number[]
}

/** Runs in the page. */
function note(): void {
  const noted = { observed: [] as string[], paints: [] as number[], tasks: [] as number[], shifts: [] as number[] }
  Object.assign(window, { noted })
  const observe = (type: string, into: number[], figure: (entry: PerformanceEntry & { value?: number }) => number) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type))
      throw new Error(`The browser does not tell of ${type}.`)
    new PerformanceObserver(list => into.push(...list.getEntries().map(figure))).observe({ type, buffered: true })
    noted.observed.push(type)
  }
  observe('largest-contentful-paint', noted.paints, ({ startTime }) => startTime)
  observe('longtask', noted.tasks, ({ duration }) => duration)
  observe('layout-shift', noted.shifts, ({ value = 0 }) => value)
}

function noted(page: Page): Promise<Noted> {
  return page.evaluate(() => (window as unknown as { noted: Noted }).noted)
}
