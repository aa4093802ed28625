import type { Browser, Page } from '@playwright/test'
import { isAlive } from '../e2e/support/hydration.ts'
import { signInByPage } from '../e2e/support/sign-in.ts'
import type { Bench } from './bench.ts'
import { CONSOLE, onLandscape } from './lib/on-landscape.ts'
import { median } from './lib/percentile.ts'

const SCROLL_MS = 5_000
/** Pixels per frame, as when a user scrolls far down. */
const STEP = 120
const SLOW_FRAME_MS = 20
/** With fewer frames per second the share of slow frames is meaningless. */
const LEAST_FRAMES = 20
/** Number of shoots in the large landscape. */
const SHOOTS = 20_000
/** Duration of a task that the observer of long tasks must report. */
const BUSY_MS = 120
const RUNS = 5

/** Cost of a list of 20,000 shoots in the browser. */
export const benches: Bench[] = [
  {
    // From the click on the link of a hydrated page until the rows are drawn; the median. Other benchmarks measure first loads.
    name: 'browser: 20,000 shoots are visible',
    unit: 'ms',
    budget: 800,
    process: CONSOLE,
    run: () =>
      onShoots(async page => {
        const times: number[] = []
        for (let run = 0; run < RUNS; run++) {
          await page.goto('/settings')
          await isAlive(page)
          const begun = performance.now()
          await page.getByRole('link', { name: 'Shoots', exact: true }).click()
          await rowsOf(page).first().waitFor()
          times.push(performance.now() - begun)
          await expectAllShoots(page)
        }
        return median(times)
      }),
  },
  {
    name: 'browser: longest task of the list',
    unit: 'ms',
    budget: 100,
    process: CONSOLE,
    run: () =>
      onShoots(async page => {
        await scroll(page)
        return longestTask(page)
      }),
  },
  {
    // The median, because one frame in a hundred is three per scroll, so that other load on the machine would determine the result.
    name: 'browser: frames over 20 ms while scrolling',
    unit: '%',
    budget: 1,
    process: CONSOLE,
    run: () =>
      onShoots(async page => {
        await scroll(page)
        const shares: number[] = []
        for (let run = 0; run < RUNS; run++) {
          const frames = await scroll(page)
          shares.push((100 * frames.filter(ms => ms > SLOW_FRAME_MS).length) / frames.length)
        }
        return median(shares)
      }),
  },
  {
    name: 'browser: heap after scrolling',
    unit: 'MB',
    budget: 60,
    process: CONSOLE,
    run: () =>
      onShoots(async page => {
        await scroll(page)
        const session = await page.context().newCDPSession(page)
        await session.send('HeapProfiler.collectGarbage')
        const { usedSize } = await session.send('Runtime.getHeapUsage')
        return usedSize / 1e6
      }),
  },
]

function onShoots(measure: (page: Page) => Promise<number>): Promise<number> {
  return onLandscape('large', async ({ url }, browser) => {
    const page = await shootsPage(browser, url)
    return measure(page)
  })
}

/** Opens the list of shoots in a window of a common size and records tasks that block it. */
async function shootsPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 } })
  await signInByPage(page, 'viewer')
  await page.addInitScript(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    new PerformanceObserver(list => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
      buffered: true,
    })
  })
  // The server reads the data of the database once.
  await page.goto('/shoots')
  await rowsOf(page).first().waitFor()
  await page.goto('/shoots')
  await rowsOf(page).first().waitFor()
  await expectAllShoots(page)
  return page
}

/** Throws for an incomplete list, which would be fast without reason. The header is a row, too. */
async function expectAllShoots(page: Page): Promise<void> {
  const rows = Number(await page.getByRole('grid', { name: 'Shoots' }).getAttribute('aria-rowcount')) - 1
  if (!(rows >= SHOOTS)) throw new Error(`The list has ${rows} shoots, not ${SHOOTS}.`)
}

/** The longest task so far; first checks with a long task that the observer works. */
async function longestTask(page: Page): Promise<number> {
  const { longest, noticed } = await page.evaluate(async busyMs => {
    const { tasks } = window as unknown as { tasks: number[] }
    const turn = () => new Promise(resolve => setTimeout(resolve, 200))
    await turn()
    const longest = Math.max(0, ...tasks)
    const before = tasks.length
    setTimeout(() => {
      for (const until = performance.now() + busyMs; performance.now() < until; );
    })
    await turn()
    await turn()
    return { longest, noticed: tasks.slice(before).some(ms => ms >= busyMs) }
  }, BUSY_MS)
  if (!noticed) throw new Error('The browser does not report long tasks.')
  return longest
}

const rowsOf = (page: Page) =>
  page.getByRole('grid', { name: 'Shoots' }).locator('tbody tr[data-index] th').filter({ hasText: /\S/ })

/** Scrolls the list for some seconds. Returns the milliseconds of each frame. Throws when nothing moved or too few frames were drawn. */
async function scroll(page: Page): Promise<number[]> {
  const { frames, moved } = await page.evaluate(
    async ([duration, step]) => {
      const table = document.querySelector('[role=grid]')
      let box = table?.parentElement ?? null
      while (box && box.scrollHeight <= box.clientHeight) box = box.parentElement
      const target = box ?? document.scrollingElement
      if (!target) throw new Error('Nothing scrolls.')
      const frames: number[] = []
      const frame = () => new Promise<number>(resolve => requestAnimationFrame(resolve))
      const top = target.scrollTop
      const begun = await frame()
      for (let last = begun; last - begun < duration; ) {
        target.scrollTop += step
        const now = await frame()
        frames.push(now - last)
        last = now
      }
      return { frames, moved: target.scrollTop - top }
    },
    [SCROLL_MS, STEP] as const,
  )
  if (frames.length < (LEAST_FRAMES * SCROLL_MS) / 1000) throw new Error(`Only ${frames.length} frames were drawn.`)
  if (moved < frames.length * STEP * 0.9) throw new Error(`The list moved by ${moved} pixels only.`)
  // The part of the list at the new position may still be loading.
  await rowsOf(page).first().waitFor({ timeout: 5_000 })
  return frames
}
