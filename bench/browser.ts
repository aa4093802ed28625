import { chromium, type Page } from '@playwright/test'
import { startLandscape } from '../e2e/support/landscape.ts'
import { signInByPage } from '../e2e/support/sign-in.ts'
import { findBrowser } from '../scripts/test/browser.ts'
import type { Bench } from './bench.ts'

const PAGES = ['/', '/pools', '/pools/aws~eu', '/bindings', '/audit', '/simulator', '/allowlist']

/** JavaScript the browser fetches for the first load of a page, packed; the heaviest page. */
export const benches: Bench[] = [
  {
    name: 'browser: first-load JavaScript of the heaviest page',
    unit: 'kB',
    budget: 200,
    run: async () => {
      const landscape = await startLandscape('small')
      const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
      try {
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
      } finally {
        await browser.close()
        await landscape.stop()
      }
    },
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
  return bytes
}
