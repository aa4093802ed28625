import type { Env } from '#lib/env.ts'
import { gatePass, PASS_HEADER } from '#lib/http/gate-headers.ts'
import { refusalResponse } from '#lib/http/problem-response.ts'
import { CROSS_SITE_REFUSAL, isCrossSite } from '#lib/http/request-origin.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

/**
 * Refuses a request before its route is resolved: it arrived before the gate opened, so its headers
 * are untrusted; or another site posts to the sign-in. Returns null otherwise. Too large bodies are refused where they are read (json-body.ts, and callRefusal below), so
 * that they are recorded.
 */
export function refusedEarly(request: Request): Response | null {
  const { pathname } = new URL(request.url)
  if (/^\/(healthz|readyz|metrics)\/?$/.test(pathname)) return null
  const { headers, method } = request
  if (headers.get(PASS_HEADER) !== gatePass())
    return refusalResponse(pathname, 503, 'The console is starting. Try again in a second.', { 'retry-after': '1' })
  if (method === 'POST' && /^\/api\/auth\//.test(pathname) && isCrossSite(headers))
    return refusalResponse(pathname, 403, CROSS_SITE_REFUSAL)
  return null
}

/** Header with the id of the server action that a request calls. */
export const ACTION_HEADER = 'next-action'

/** Status and reason of a call that is refused before its action starts. */
export interface CallRefusal {
  readonly status: 400 | 403 | 404 | 413 | 415
  readonly why: string
}

/**
 * Returns why a POST to a page is no valid call of a server action; null when it is. Next.js would
 * answer most invalid calls with 500, and would accept calls of unknown origin.
 */
export function callRefusal(headers: Headers, isAction: (id: string) => boolean): CallRefusal | null {
  const fromBrowser = headers.has('origin') || headers.has('sec-fetch-site')
  if (!fromBrowser || isCrossSite(headers)) return { status: 403, why: CROSS_SITE_REFUSAL }
  const id = headers.get(ACTION_HEADER)
  if (id === null) return { status: 400, why: 'This console does not accept form posts.' }
  // The format of Next.js.
  if (!/^[0-9a-f]{42}$/.test(id)) return { status: 400, why: 'The header next-action does not contain an action ID.' }
  if (!isAction(id)) return { status: 404, why: 'This page was loaded from another version of the console. Reload it.' }
  const type = headers.get('content-type') ?? ''
  if (!/^(text\/plain|multipart\/form-data)\s*(;|$)/i.test(type))
    return { status: 415, why: 'The content type of the request body is not supported.' }
  if (Number(headers.get('content-length')) > MAX_BODY_BYTES)
    return { status: 413, why: 'The request body exceeds the 2 MB limit. Send less data per request.' }
  return null
}

/**
 * Whether a process with these roles serves an address. One without the web role serves only its
 * health.
 */
export function isServed(pathname: string, roles: Env['HAP_ROLES']): boolean {
  return roles.includes('web') || /^\/(healthz|readyz)\/?$/.test(pathname)
}
