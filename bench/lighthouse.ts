import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { request } from '@playwright/test'
import { childEnv } from '#lib/env.ts'
import { signInByRequest } from '../e2e/support/sign-in.ts'
import { findBrowser } from '../scripts/test/browser.ts'
import type { Bench } from './bench.ts'
import { CONSOLE, onLandscape } from './lib/on-landscape.ts'
import { median } from './lib/percentile.ts'
import { share } from './lib/shared.ts'

/** Installed from the registry on demand: with its dependencies it takes 176 MB, and only this benchmark uses it. */
const PACKAGE = 'lighthouse@13.5.0'
const PAGES = ['/', '/pools', '/bindings', '/shoots']
const RUNS = 3
const FLAGS = '--headless --no-sandbox --disable-gpu'

type Category = 'performance' | 'accessibility' | 'best-practices'

interface Report {
  readonly categories: Readonly<Record<Category, { readonly score: number | null }>>
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>
  readonly finalDisplayedUrl: string
}

/** Lighthouse's desktop figures on the large landscape: the worst of four pages, the median of three runs. A score is the points below 100. */
export const benches: Bench[] = [
  bench('performance, points lost', '', 2, lost('performance')),
  bench('accessibility, points lost', '', 0, lost('accessibility')),
  bench('best practices, points lost', '', 0, lost('best-practices')),
  bench('largest contentful paint', 'ms', 1_000, audit('largest-contentful-paint')),
  bench('total blocking time', 'ms', 50, audit('total-blocking-time')),
]

function bench(what: string, unit: string, budget: number, figure: (report: Report) => number): Bench {
  const run = async () => Math.max(...(await allReports()).map(reports => median(reports.map(figure))))
  return { name: `lighthouse: ${what}`, unit, budget, process: CONSOLE, run }
}

function lost(category: Category): (report: Report) => number {
  return report => 100 - Math.round(100 * (report.categories[category].score ?? 0))
}

function audit(name: string): (report: Report) => number {
  return report => report.audits[name]?.numericValue ?? Number.NaN
}

/** All reports of each page. */
const allReports = share(() =>
  onLandscape('large', async ({ url }) => {
    const visitor = await request.newContext({ baseURL: url })
    const cookies = await signInByRequest(visitor, 'viewer')
    await visitor.dispose()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    return PAGES.map(address => Array.from({ length: RUNS }, () => reportOf(new URL(address, url).href, cookie)))
  }),
)

/** Throws when Lighthouse got another page, such as the sign-in page. */
function reportOf(address: string, cookie: string): Report {
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-lighthouse-'))
  const [headers, output] = [path.join(folder, 'headers.json'), path.join(folder, 'report.json')]
  try {
    writeFileSync(headers, JSON.stringify({ cookie }), { mode: 0o600 })
    const options = [`--extra-headers=${headers}`, `--output-path=${output}`, `--chrome-flags=${FLAGS}`]
    execFileSync(
      'npm',
      ['exec', '--yes', `--package=${PACKAGE}`, '--', 'lighthouse', address, '--preset=desktop', '--output=json']
        .concat(options)
        .concat('--quiet', '--no-enable-error-reporting'),
      { env: childEnv({ CHROME_PATH: findBrowser() }), stdio: ['ignore', 'ignore', 'inherit'] },
    )
    const report = JSON.parse(readFileSync(output, 'utf8')) as Report
    if (report.finalDisplayedUrl !== address) throw new Error(`Lighthouse saw ${report.finalDisplayedUrl}.`)
    return report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
