import { type Browser, chromium } from '@playwright/test'
import { type Landscape, startLandscape } from '../../e2e/support/landscape.ts'
import { findBrowser } from '../../scripts/test/browser.ts'
import { whenQuiet } from './when-quiet.ts'

/** Measures in a browser, on a console and a garden of its own that have come to rest. */
export async function onLandscape<Figure>(
  size: 'small' | 'demo' | 'large',
  measure: (landscape: Landscape, browser: Browser) => Promise<Figure>,
): Promise<Figure> {
  const landscape = await startLandscape(size)
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    await whenQuiet(landscape.pid)
    return await measure(landscape, browser)
  } finally {
    await browser.close()
    await landscape.stop()
  }
}
