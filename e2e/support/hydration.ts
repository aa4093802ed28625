import type { Page } from '@playwright/test'

/** Makes `goto` and `reload` wait until the page is alive: on a slow machine a test would press buttons that do not hear it yet. */
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

/** Waits until React has taken the page over, each part that streamed in: it leaves its properties on every such element. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const isDrawn = [...document.querySelectorAll('h1, h2, a, button, input, ul, table, [role=tab]')].every(element =>
      Object.keys(element).some(key => key.startsWith('__reactProps$')),
    )
    // Keys of the page are listened to by effects, which come after the next paint, and once nothing else is to be done.
    if (isDrawn) await new Promise<void>(resolve => requestAnimationFrame(() => requestIdleCallback(() => resolve())))
    return isDrawn
  })
}
