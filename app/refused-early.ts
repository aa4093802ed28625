import { requestPace } from '#lib/http/request-pace.ts'
import { isFromOtherSite, ONLY_OWN_PAGES } from './api/other-site.ts'
import { problemResponse } from './api/problem-response.ts'

/**
 * The answer to a request that is refused whatever it asks for: somebody asks too often, or a page of another site wants to sign
 * somebody in or out; null when it may go on. A route reads that of a program, a page of its own shows the words. Who sends too much is
 * refused where it is read (json-body.ts, action-call.ts), which leaves a trace.
 */
export async function refusedEarly(request: Request): Promise<Response | null> {
  const { pathname } = new URL(request.url)
  if (/^\/(healthz|readyz|metrics)\/?$/.test(pathname)) return null
  const { headers, method } = request
  const wait = await requestPace()?.wait({
    address: headers.get('x-forwarded-for') ?? '',
    cookie: headers.get('cookie'),
    authorization: headers.get('authorization'),
  })
  if (wait) {
    const words = `Too many requests. Wait ${wait === 1 ? 'a second' : `${wait} seconds`}, then try again.`
    return answer(pathname, 429, words, { 'retry-after': String(wait) })
  }
  if (method === 'POST' && /^\/api\/auth\//.test(pathname) && isFromOtherSite(headers))
    return answer(pathname, 403, ONLY_OWN_PAGES)
  return null
}

function answer(
  pathname: string,
  status: number,
  words: string,
  more: Readonly<Record<string, string>> = {},
): Response {
  if (/^\/api(\/|$)/.test(pathname)) return problemResponse(status, words, more)
  return new Response(words, {
    status,
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store', ...more },
  })
}
