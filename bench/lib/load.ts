import type { Browser, BrowserContext, Page } from '@playwright/test'

/** Lighthouse's desktop profile: a good network connection. */
const LINE = { offline: false, latency: 40, downloadThroughput: 10_240_000 / 8, uploadThroughput: 10_240_000 / 8 }
/** Only the time of a task above this limit counts as blocking. */
const BLOCKING_MS = 50
const QUIET_MS = 2_000
/** Number of recorded entry types. */
const KINDS = 3

/** Figures of a page load with an empty browser cache. */
export interface Load {
  /** Largest contentful paint, in milliseconds since the navigation began. */
  readonly paintMs: number
  readonly blockedMs: number
  /** Cumulative layout shift. */
  readonly shift: number
  /** Compressed size of all responses until the page was idle. */
  readonly kilobytes: number
  /** The share of scripts in `kilobytes`. */
  readonly scriptKilobytes: number
}

export interface Visit {
  readonly address: string
  /** Default: 200. */
  readonly status?: number
}

/** Opens a page with Lighthouse's network profile and the cookies of a visitor. Throws for another page, or without recorded entries. */
export async function load(browser: Browser, visitor: BrowserContext, url: string, visit: Visit): Promise<Load> {
  const { address, status = 200 } = visit
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1350, height: 940 } })
  await context.addCookies(await visitor.cookies())
  const page = await context.newPage()
  const bytes = await countBytes(page)
  await page.addInitScript(note)
  const answer = await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(QUIET_MS)
  const { observed, paints, tasks, shifts } = await noted(page)
  const wasSentAway = new URL(page.url()).pathname === '/sign-in' && !address.startsWith('/sign-in')
  await context.close()
  // Missing entries must not count as good figures.
  if (
    answer?.status() !== status ||
    wasSentAway ||
    observed.length < KINDS ||
    paints.length === 0 ||
    bytes.script === 0
  )
    throw new Error(
      `Not enough was noted of ${address}: status ${answer?.status()}; ${observed.join(', ')}; ${paints.length} paints, ${bytes.all} bytes.`,
    )
  return {
    paintMs: Math.max(...paints),
    blockedMs: tasks.reduce((sum, ms) => sum + Math.max(0, ms - BLOCKING_MS), 0),
    shift: shifts.reduce((sum, shift) => sum + shift, 0),
    kilobytes: bytes.all / 1000,
    scriptKilobytes: bytes.script / 1000,
  }
}

/** Counts the compressed bytes that a page fetches from now on. */
async function countBytes(page: Page): Promise<{ readonly all: number; readonly script: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', LINE)
  const scripts = new Set<string>()
  const bytes = { all: 0, script: 0 }
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength
    if (scripts.has(requestId)) bytes.script += encodedDataLength
  })
  return bytes
}

interface Noted {
  /** Entry types that the browser reports. */
  readonly observed: readonly string[]
  readonly paints: readonly number[]
  readonly tasks: readonly number[]
  readonly shifts: readonly number[]
}

/** Runs in the page. */
export function note(): void {
  const noted = { observed: [] as string[], paints: [] as number[], tasks: [] as number[], shifts: [] as number[] }
  Object.assign(window, { noted })
  const observe = (type: string, into: number[], figure: (entry: PerformanceEntry & { value?: number }) => number) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) throw new Error(`The browser does not report ${type}.`)
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

/**
 * Layout shifts since the page was opened, or since the last call; also those right after a click, which the metric
 * excludes.
 */
export function shiftSince(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { shifts } = (window as unknown as { noted: { shifts: number[] } }).noted
    return shifts.splice(0).reduce((sum, shift) => sum + shift, 0)
  })
}
