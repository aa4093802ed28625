import { gatePass, METHOD_HEADER, PASS_HEADER } from '#lib/http/gate-headers.ts'
import { refusalResponse } from '#lib/http/problem-response.ts'
import { CROSS_SITE_REFUSAL, isCrossSite } from '#lib/http/request-origin.ts'

/**
 * Refuses a request before its route is resolved: it arrived before the gate opened, so its headers
 * are untrusted; its method does not exist; or another site posts to the sign-in. Returns null
 * otherwise. Too large bodies are refused where they are read (json-body.ts, action-call.ts), so
 * that they are recorded.
 */
export function refusedEarly(request: Request): Response | null {
  const { pathname } = new URL(request.url)
  if (/^\/(healthz|readyz|metrics)\/?$/.test(pathname)) return null
  const { headers, method } = request
  if (headers.get(PASS_HEADER) !== gatePass())
    return refusalResponse(pathname, 503, 'The console is starting. Try again in a second.', { 'retry-after': '1' })
  const unreadable = headers.get(METHOD_HEADER)
  if (unreadable !== null)
    return refusalResponse(pathname, 405, `No address takes ${unreadable}.`, {
      allow: 'GET, HEAD, POST, PUT, PATCH, DELETE',
    })
  if (method === 'POST' && /^\/api\/auth\//.test(pathname) && isCrossSite(headers))
    return refusalResponse(pathname, 403, CROSS_SITE_REFUSAL)
  return null
}
