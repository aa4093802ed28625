import type { APIResponse, Page, Request, Route } from '@playwright/test'

const COPIED = ['next-action', 'next-router-state-tree', 'content-type', 'accept']

/**
 * Intercepts the server action that `act` triggers, but no preview that the page sent before. Returns a function that
 * sends the action as the user who is signed in at that time, optionally with another body.
 */
export async function interceptAction(
  page: Page,
  { before, act }: { readonly before: () => Promise<void>; readonly act: () => Promise<void> },
): Promise<(headers: Readonly<Record<string, string>>, body?: string | Buffer) => Promise<APIResponse>> {
  const seen = new Set([''])
  const note = (request: Request) => void seen.add(actionOf(request))
  page.on('request', note)
  await before()
  page.off('request', note)
  const held = Promise.withResolvers<Request>()
  let isHeld = false
  // The route handler is never removed: a request inside it would be lost.
  await page.route('**/*', async (route: Route) => {
    const request = route.request()
    if (isHeld || seen.has(actionOf(request))) return route.fallback()
    isHeld = true
    held.resolve(request)
    await route.abort()
  })
  await act()
  const request = await held.promise
  const copied = COPIED.flatMap(name => {
    const value = request.headers()[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const sent = request.postDataBuffer() ?? ''
  return (headers, data = sent) =>
    page.request.post(request.url(), { headers: { ...Object.fromEntries(copied), ...headers }, data })
}

/** ID of the server action in a request; empty for any other request. */
function actionOf(request: Request): string {
  return request.headers()['next-action'] ?? ''
}

/** Delays every POST of the page, server actions included, until the returned function sends them. */
export async function delayPosts(page: Page): Promise<() => Promise<void>> {
  const proceed = Promise.withResolvers<void>()
  await page.route('**/*', async route => {
    if (route.request().method() === 'POST') await proceed.promise
    await route.fallback()
  })
  return async () => {
    proceed.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}
