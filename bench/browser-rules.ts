import type { Page } from '@playwright/test'
import { rulesText } from '../e2e/support/landscape.ts'
import { signInByPage } from '../e2e/support/sign-in.ts'
import type { Bench } from './bench.ts'
import { manyRules } from './lib/engine-rules.ts'
import { CONSOLE, onLandscape } from './lib/on-landscape.ts'
import { p95 } from './lib/percentile.ts'
import { timeUntil } from './lib/time-until.ts'

/** Letters of a nonexistent plan: each of them changes the finding, which shortens longer names. */
const LETTERS = 'qwertzuiopasdfghjklyxcvbnmqwertzuiopasdf'
/** The first calls compile the code. */
const WARM = 10
const IMPACTS = 12
const WARM_IMPACTS = 2

/** Times of the page of rules in a browser. */
export const benches: Bench[] = [
  {
    name: 'workbench: key stroke to findings on the page, 200 rules, p95',
    unit: 'ms',
    budget: 16,
    process: CONSOLE,
    run: () => keyStroke(200),
  },
  {
    name: 'workbench: key stroke to findings on the page, 2,000 rules, p95',
    unit: 'ms',
    budget: 50,
    process: CONSOLE,
    run: () => keyStroke(2_000),
  },
  {
    // From the request of the page to the complete response of the server; 40 rules.
    name: 'workbench: impact on 20,000 clusters asked and answered, p95',
    unit: 'ms',
    budget: 200,
    process: CONSOLE,
    run: () =>
      onLandscape('large', async ({ url }, browser) => {
        const page = await workbench(await browser.newPage({ baseURL: url }))
        await openDraft(page, await movingRules(page))
        const times: number[] = []
        for (let run = 0; run < IMPACTS; run++) times.push(await impactTime(page, run))
        return p95(times.slice(WARM_IMPACTS))
      }),
  },
]

function keyStroke(rules: number): Promise<number> {
  return onLandscape('small', async ({ url }, browser) => {
    const page = await workbench(await browser.newPage({ baseURL: url }))
    await openDraft(page, manyRules(rules))
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    const times: number[] = []
    for (let typed = 1; typed <= LETTERS.length; typed++) {
      const says = `There is no plan ${LETTERS.slice(0, typed)}.`
      const answer = { event: 'keydown', where: 'section[aria-label="Findings"]', says } as const
      times.push(await timeUntil(page, answer, () => page.keyboard.press(LETTERS[typed - 1] ?? '')))
    }
    return p95(times.slice(WARM))
  })
}

async function workbench(page: Page): Promise<Page> {
  await signInByPage(page, 'viewer')
  await page.goto('/rules')
  await editor(page).waitFor()
  return page
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'Rules', exact: true })

/** Sets the rules of the draft and focuses it. */
async function openDraft(page: Page, rules: readonly string[]): Promise<void> {
  const buffer = Buffer.from(rulesText(rules))
  await page.getByLabel('File with rules').setInputFiles({ name: 'values.yaml', mimeType: 'text/yaml', buffer })
  await page.getByText('Unpublished draft').waitFor()
  await page.getByText('no findings').waitFor()
  await editor(page).click()
}

/** Forty rules that select other pools for thousands of clusters, many of which need a new account. */
async function movingRules(page: Page): Promise<readonly string[]> {
  const { regions } = await (await page.request.get('/api/v1/rules')).json()
  const others = ['trial -> S', 'sap-converged-cloud -> HR, S', 'azure_lite', 'preview', 'free']
  const known: readonly string[] = [...regions.platform, ...Array.from({ length: 30 }, (_, at) => `cf-zz${at}`)]
  const ofPlans = ['aws', 'azure', 'gcp'].flatMap((plan, at) => [
    `${plan} -> PR`,
    ...known.slice(0, at === 0 ? 12 : 10).map(region => `${plan}(PR=${region}) -> EU`),
  ])
  return [...ofPlans, ...others]
}

/** Changes the draft, opens its impact, and measures the time of the request. */
async function impactTime(page: Page, run: number): Promise<number> {
  await page.getByRole('tab', { name: 'Editor' }).click()
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(`# ${run}\n`)
  await page.evaluate(() => performance.clearResourceTimings())
  await page.getByRole('tab', { name: 'Impact' }).click()
  const took = await page.waitForFunction(() => {
    const asked = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const answer = asked.find(
      ({ name, initiatorType }) => initiatorType === 'fetch' && name.includes('/rules?tab=impact'),
    )
    return answer?.duration
  })
  const moved = page.getByRole('table', { name: 'Outcome' }).getByRole('button', { name: /moves to another pool/ })
  const clusters = Number((await moved.first().textContent())?.replaceAll(',', ''))
  // Many shoots have no known platform region.
  if (!(clusters > 8_000)) throw new Error(`Only ${clusters} clusters move.`)
  return (await took.jsonValue()) ?? Number.NaN
}
