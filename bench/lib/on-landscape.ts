import { type Browser, chromium } from '@playwright/test'
import { type Landscape, startLandscape } from '../../e2e/support/landscape.ts'
import { findBrowser } from '../../scripts/test/browser.ts'
import { endLast, share } from './shared.ts'
import { whenIdle } from './when-idle.ts'

/** The process whose figures share a console on each landscape, and a browser. */
export const CONSOLE = 'console'

const sharedBrowser = share(async () => {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
  endLast(() => browser.close())
  return browser
})

const shared = {
  small: share(() => openLandscape('small')),
  demo: share(() => openLandscape('demo')),
  large: share(() => openLandscape('large')),
}

async function openLandscape(size: 'small' | 'demo' | 'large'): Promise<Landscape> {
  const landscape = await startLandscape(size)
  endLast(() => landscape.stop())
  return landscape
}

/**
 * Measures in a browser once console and garden are idle. Figures of the process CONSOLE share both; the tabs of each figure are
 * closed at its end.
 */
export async function onLandscape<Figure>(
  size: keyof typeof shared,
  measure: (landscape: Landscape, browser: Browser) => Promise<Figure>,
): Promise<Figure> {
  const [landscape, browser] = [await shared[size](), await sharedBrowser()]
  try {
    await whenIdle(landscape.pid)
    return await measure(landscape, browser)
  } finally {
    for (const context of browser.contexts()) await context.close()
  }
}
