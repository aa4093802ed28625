import type { APIResponse, Page, Request, Route } from '@playwright/test'

const COPIED = ['next-action', 'next-router-state-tree', 'content-type', 'accept']

/**
 * Holds back the server action that `act` makes the page send (previews aside, which it has sent before), and gives what sends it
 * by hand, as whoever is signed in then, also with another body.
 */
export async function heldBackAction(
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
  // It stays: a request that is on its way through it when it is taken away would be lost.
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

/** Which server action a request is for; empty for any other request. */
function actionOf(request: Request): string {
  return request.headers()['next-action'] ?? ''
}
