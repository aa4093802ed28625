import { METHOD_HEADER, PASS_HEADER, passOfGate } from '#lib/http/gate-headers.ts'
import { isFromOtherSite, ONLY_OWN_PAGES } from '#lib/http/other-site.ts'
import { refusalResponse } from '#lib/http/problem-response.ts'

/**
 * The answer to a request that is refused before its address is looked at: it arrived before the gate was open, so that its headers may say
 * anything; its method does not exist; or a page of another site tries to sign somebody in or out. Null for any other request. A body that is
 * too large is refused where it is read (json-body.ts, action-call.ts), which leaves a trace.
 */
export function refusedEarly(request: Request): Response | null {
  const { pathname } = new URL(request.url)
  if (/^\/(healthz|readyz|metrics)\/?$/.test(pathname)) return null
  const { headers, method } = request
  if (headers.get(PASS_HEADER) !== passOfGate())
    return refusalResponse(pathname, 503, 'The console is starting. Try again in a second.', { 'retry-after': '1' })
  const unreadable = headers.get(METHOD_HEADER)
  if (unreadable !== null)
    return refusalResponse(pathname, 405, `No address takes ${unreadable}.`, {
      allow: 'GET, HEAD, POST, PUT, PATCH, DELETE',
    })
  if (method === 'POST' && /^\/api\/auth\//.test(pathname) && isFromOtherSite(headers))
    return refusalResponse(pathname, 403, ONLY_OWN_PAGES)
  return null
}
