import { type NextRequest, NextResponse } from 'next/server'
import { ACTION_HEADER, type CallRefusal, callRefusal, isServed, refusedEarly } from '#app/request-refusals.ts'
import { needsSession } from '#lib/auth/needed-roles.ts'
import { ADDRESS_HEADER } from '#lib/auth/request-headers.ts'
import { DEVELOPMENT, env } from '#lib/env.ts'
import { apiRoutes } from '#lib/http/api-routes.ts'
import { SESSION_HEADER } from '#lib/http/gate-headers.ts'
import { isApiPath, refusalResponse } from '#lib/http/problem-response.ts'
import { contentSecurityPolicy } from '#lib/http/security-headers.ts'
import { paths, queryText } from '#lib/paths.ts'
import { pageActions } from '#lib/services/audit/page-actions.ts'

/**
 * Gives every page a policy with a fresh nonce, and sends who has no session to the sign-in page; the other security headers come
 * from the gate (lib/http/gate.ts).
 * What no route of the API is for ends here. Sending to sign-in is a convenience: every page, route and action authorises by itself. What is posted to a page and is no call of an action in
 * order gets no further, and leaves a trace.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname, searchParams } = request.nextUrl
  const early = refusedEarly(request)
  if (early) return secured(new NextResponse(early.body, early), policy(null))
  if (!isReadable(pathname)) return secured(unreadable(pathname), policy(null))
  if (!isServed(pathname, env().HAP_ROLES)) return secured(new NextResponse(NO_PAGES, { status: 404 }), policy(null))
  const none = apiRoutes()?.refuse(request.method, pathname)
  if (none) return secured(new NextResponse(none.body, none), policy(null))
  const address = searchParams.size === 0 ? pathname : `${pathname}?${queryText(searchParams)}`
  if (needsSession(pathname) && !request.headers.has(SESSION_HEADER)) {
    return secured(NextResponse.redirect(new URL(paths.signIn(address), request.url)), policy(null))
  }
  if (request.method === 'POST' && !isApiPath(pathname)) {
    const refusal = callRefusal(request.headers, id => pageActions()?.has(id) ?? true)
    if (refusal) return refused(request, refusal)
  }
  // Only what draws pages has scripts, and asks for its address; to hand on other headers takes a tenth of the time of a short answer.
  if (isApiPath(pathname)) return secured(NextResponse.next(), policy(null))
  const nonce = btoa(crypto.randomUUID())
  const headers = new Headers(request.headers)
  headers.set(ADDRESS_HEADER, address)
  headers.set('content-security-policy', policy(nonce))
  return secured(NextResponse.next({ request: { headers } }), policy(nonce))
}

const NO_PAGES = 'This process has no pages: HAP_ROLES gives it the operators only.\n'

/** Next.js runs an action at any address, also at one of a file: what may be a call of one comes by here wherever it is sent. */
export const config = {
  matcher: [
    '/((?!_next/static/|mark\\.svg$).*)',
    { source: '/:path*', has: [{ type: 'header', key: 'next-action' }] },
    { source: '/:path*', has: [{ type: 'header', key: 'content-type' }] },
  ],
}

/** Whether its percent signs make sense, which Next.js fails on, and stand for no NUL, which the database fails on. */
function isReadable(pathname: string): boolean {
  try {
    return !decodeURIComponent(pathname).includes('\0')
  } catch {
    return false
  }
}

function unreadable(pathname: string): NextResponse {
  const refusal = refusalResponse(pathname, 400, 'The address cannot be read.')
  return new NextResponse(refusal.body, refusal)
}

/** In words of ours, which the page of a browser shows; recorded when it is known who asked. */
async function refused({ headers, nextUrl }: NextRequest, { status, why }: CallRefusal): Promise<NextResponse> {
  const actionId = headers.get(ACTION_HEADER)
  await pageActions()?.refused({ page: nextUrl.pathname, actionId, cookie: headers.get('cookie'), why })
  const answer = new NextResponse(why, {
    status,
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
  })
  // By this the page of an older build knows that it has to be loaded anew.
  if (status === 404) answer.headers.set('x-nextjs-action-not-found', '1')
  return secured(answer, policy(null))
}

function policy(nonce: string | null): string {
  return contentSecurityPolicy(nonce, { evaluates: DEVELOPMENT })
}

function secured(response: NextResponse, csp: string): NextResponse {
  response.headers.set('content-security-policy', csp)
  return response
}
