import type { Page } from '@playwright/test'
import { paths } from '#lib/paths.ts'
import { signInByPage } from '../e2e/support/sign-in.ts'
import type { Bench } from './bench.ts'
import { CONSOLE, onLandscape } from './lib/on-landscape.ts'
import { p95 } from './lib/percentile.ts'
import { timeUntil } from './lib/time-until.ts'

/** An unused platform region: each letter changes the result. */
const REGION = 'qwertzuiopasdfghjklyxcvbnmqwertzuiopasdfghjklyxcvbnm'
/** The first calls compile the code. */
const WARM = 12
const MATRICES = 10
const WARM_MATRICES = 2

/** Times of the simulator in a browser, on the large landscape. */
export const benches: Bench[] = [
  {
    name: 'simulator: key stroke to answer on the page, p95',
    unit: 'ms',
    budget: 100,
    process: CONSOLE,
    run: () =>
      onSimulator(async page => {
        await page.goto(paths.simulator({ plan: 'aws', globalAccount: 'bench' }))
        await page.getByRole('region', { name: 'Outcome' }).waitFor()
        await page.getByRole('combobox', { name: /^Platform region/ }).click()
        const times: number[] = []
        for (let typed = 1; typed <= REGION.length; typed++) {
          const says = `names platform region ${REGION.slice(0, typed)}.`
          const answer = { event: 'keydown', where: 'section[aria-label="Outcome"]', says } as const
          times.push(await timeUntil(page, answer, () => page.keyboard.press(REGION[typed - 1] ?? '')))
        }
        return p95(times.slice(WARM))
      }),
  },
  {
    name: 'simulator: matrix of 30,000 on the page, p95',
    unit: 'ms',
    budget: 500,
    process: CONSOLE,
    run: () =>
      onSimulator(async page => {
        const times: number[] = []
        for (let run = 0; run < MATRICES; run++) {
          await page.goto(matrixAddress(run))
          const evaluate = page.getByRole('button', { name: 'Evaluate 30,000 combinations' })
          await evaluate.waitFor()
          const answer = { event: 'click', where: 'table[aria-label="Outcomes"]', says: 'aws' } as const
          times.push(await timeUntil(page, answer, () => evaluate.click()))
        }
        return p95(times.slice(WARM_MATRICES))
      }),
  },
]

function onSimulator(measure: (page: Page) => Promise<number>): Promise<number> {
  return onLandscape('large', async ({ url }, browser) => {
    const page = await browser.newPage({ baseURL: url })
    await signInByPage(page, 'viewer')
    return measure(page)
  })
}

const PLANS = [
  'aws',
  'azure',
  'gcp',
  'trial',
  'free',
  'sap-converged-cloud',
  'preview',
  'azure_lite',
  'alicloud',
  'nope',
]

/** 30,000 combinations that no earlier run used. */
function matrixAddress(run: number): string {
  const lines = (start: string, count: number) => Array.from({ length: count }, (_, at) => `${start}${run}-${at}`)
  return paths.simulator({
    plan: PLANS.join(' '),
    platformRegion: ['cf-eu11', 'cf-ch20', 'cf-sa30', ...lines('cf-us', 17)].join(' '),
    hyperscalerRegion: lines('region-', 15).join(' '),
    globalAccount: lines('bench-', 10).join(' '),
    mode: 'matrix',
  })
}
