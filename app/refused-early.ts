import { METHOD_HEADER, PASS_HEADER, passOfGate } from '#lib/http/gate-headers.ts'
import { requestPace } from '#lib/http/request-pace.ts'
import { isFromOtherSite, ONLY_OWN_PAGES } from './api/other-site.ts'
import { problemResponse } from './api/problem-response.ts'

/**
 * The answer to a request that is refused whatever it asks for: it came before the gate was open, so that its headers may say
 * anything; its method is none there is; somebody asks too often, or a page of another site wants to sign somebody in or out; null when
 * it may go on. A route reads that of a program, a page of its own shows the words. Who sends too much is
 * refused where it is read (json-body.ts, action-call.ts), which leaves a trace.
 */
export async function refusedEarly(request: Request): Promise<Response | null> {
  const { pathname } = new URL(request.url)
  if (/^\/(healthz|readyz|metrics)\/?$/.test(pathname)) return null
  const { headers, method } = request
  if (headers.get(PASS_HEADER) !== passOfGate())
    return answer(pathname, 503, 'The console is starting. Try again in a second.', { 'retry-after': '1' })
  const unreadable = headers.get(METHOD_HEADER)
  if (unreadable !== null)
    return answer(pathname, 405, `No address takes ${unreadable}.`, { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' })
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
