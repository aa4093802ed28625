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
 * Gives each page a content security policy with a new nonce, and redirects requests without a session to the sign-in
 * page. The gate (lib/http/gate.ts) sets the other security headers. Refuses unknown API addresses and, with an audit
 * entry, invalid calls of server actions. The redirect is a convenience: each page, route and action authorises itself.
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
  // API routes need neither nonce nor address. Passing on changed headers takes a tenth of the time of a short response.
  if (isApiPath(pathname)) return secured(NextResponse.next(), policy(null))
  const nonce = btoa(crypto.randomUUID())
  const headers = new Headers(request.headers)
  headers.set(ADDRESS_HEADER, address)
  headers.set('content-security-policy', policy(nonce))
  return secured(NextResponse.next({ request: { headers } }), policy(nonce))
}

const NO_PAGES = 'This process has no pages: HAP_ROLES gives it the operators only.\n'

/** Next.js runs a server action at any address, even that of a file. Therefore the proxy sees each possible action call. */
export const config = {
  matcher: [
    '/((?!_next/static/|mark\\.svg$).*)',
    { source: '/:path*', has: [{ type: 'header', key: 'next-action' }] },
    { source: '/:path*', has: [{ type: 'header', key: 'content-type' }] },
  ],
}

/** Whether the percent encoding is valid, for Next.js, and contains no NUL, which PostgreSQL rejects. */
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

/** Refuses an action call with a text that the page shows. Records it in the audit log if the user is known. */
async function refused({ headers, nextUrl }: NextRequest, { status, why }: CallRefusal): Promise<NextResponse> {
  const actionId = headers.get(ACTION_HEADER)
  await pageActions()?.refused({ page: nextUrl.pathname, actionId, cookie: headers.get('cookie'), why })
  const answer = new NextResponse(why, {
    status,
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
  })
  // With this header the page of an older build knows that it must be reloaded.
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
