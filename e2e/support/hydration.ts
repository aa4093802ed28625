import type { Page } from '@playwright/test'

/**
 * Makes `goto` and `reload` wait for hydration: on a slow machine a test would press buttons that do not respond yet.
 */
export function waitForHydration(page: Page): void {
  const { goto, reload } = page
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options)
    await isAlive(page)
    return response
  }
  page.reload = async options => {
    const response = await reload.call(page, options)
    await isAlive(page)
    return response
  }
}

/** Waits until React has hydrated every streamed part: it adds its properties to each of these elements. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const isDrawn = [...document.querySelectorAll('h1, h2, a, button, input, ul, table, [role=tab]')].every(element =>
      Object.keys(element).some(key => key.startsWith('__reactProps$')),
    )
    // Effects register the keyboard shortcuts after the next paint, when the browser is idle.
    if (isDrawn) await new Promise<void>(resolve => requestAnimationFrame(() => requestIdleCallback(() => resolve())))
    return isDrawn
  })
}
