import { cookies } from 'next/headers'
import { NextRequest } from 'next/server'
import type { Auth } from '#lib/auth/auth.ts'
import { SIGN_IN_FAILURES, type SignInFailure } from '#lib/auth/oidc/sign-in-failure.ts'
import type { Attempt } from '#lib/auth/options.ts'
import { callbackCookie, readToken, sessionCookie } from '#lib/auth/session-cookie.ts'
import { paths, safeReturnTo } from '#lib/paths.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'

/**
 * Supported routes of next-auth as `METHOD action`, with `/` where any provider may follow. Its own
 * pages and its session endpoint are not served.
 */
const STEPS: Readonly<Record<string, 'free' | 'attempt'>> = {
  'GET csrf': 'free',
  'GET providers': 'free',
  'POST signin/': 'attempt',
  'GET callback/oidc': 'attempt',
  'POST callback/demo': 'attempt',
  'POST signout': 'free',
}

/**
 * Classifies a request to next-auth: `attempt` when it counts as a sign-in attempt, null when it is
 * not supported.
 */
export function stepOf(method: string, [action = '', provider, ...more]: readonly string[]): 'free' | 'attempt' | null {
  if (more.length > 0) return null
  if (provider === undefined) return STEPS[`${method} ${action}`] ?? null
  return STEPS[`${method} ${action}/${provider}`] ?? STEPS[`${method} ${action}/`] ?? null
}

/** Methods that an address of next-auth supports, for the `Allow` header. */
export function methodsOf(parts: readonly string[]): readonly string[] {
  return ['GET', 'POST'].filter(method => stepOf(method, parts) !== null)
}

/**
 * Validates the query of a sign-in, because next-auth forwards any parameter to the identity
 * provider. Only the parameters for a new proof of identity are allowed.
 */
export function beginsAsItMay({ searchParams }: URL): boolean {
  const given = [...searchParams].map(([name, value]) => `${name}=${value}`).toSorted()
  return given.length === 0 || given.join() === 'max_age=0,prompt=login'
}

/**
 * Drops a callback cookie that contains no URL. Otherwise next-auth would answer 500 to every
 * request, including sign-out, until the cookie is removed.
 */
export async function forgetNoAddress({ https }: Pick<Auth, 'https'>): Promise<void> {
  const jar = await cookies()
  const name = callbackCookie(https)
  const place = jar.get(name)?.value
  if (place !== undefined && !isAddress(place)) jar.delete(name)
}

/** Whether next-auth accepts the value: a path or an absolute URL. */
export function isAddress(place: string): boolean {
  const url = URL.parse(place, place.startsWith('/') ? 'http://console' : undefined)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}

const MAX_USER_AGENT = 300

/** Facts about a sign-in attempt that are known before next-auth handles it. */
export async function newAttempt({ secret, https }: Auth, request: NextRequest): Promise<Attempt> {
  const { headers, cookies, nextUrl } = request
  const token = await readToken(secret, cookies.get(sessionCookie(https))?.value)
  return {
    address: addressOf(headers),
    browser: headers.get('user-agent')?.slice(0, MAX_USER_AGENT) ?? null,
    previous: token?.session ?? null,
    query: nextUrl.searchParams,
    subject: null,
    error: undefined,
  }
}

/** Client address of a request as the last proxy reports it; null without a proxy. */
function addressOf(headers: Headers): string | null {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim().slice(0, 100) || null
}

/**
 * The request for next-auth, which fails on the provider's parameter `error` before it checks that the
 * browser began the attempt. The issuer reads the whole query of the attempt after those checks.
 */
export function withoutProviderError(request: NextRequest): NextRequest {
  const url = new URL(request.nextUrl)
  url.searchParams.delete('error')
  return new NextRequest(url, request)
}

/** Return target of the sign-in that the browser started. */
export function returnToOf({ cookies }: NextRequest, { https, origin }: Auth): string {
  return safeReturnTo(cookies.get(callbackCookie(https))?.value, origin)
}

interface Failed {
  readonly failure: SignInFailure
  /** Return target of the sign-in. */
  readonly returnTo: string
  readonly origin: string
}

const STATUS: Partial<Record<SignInFailure, number>> = { often: 429, database: 503, unknown: 401, elsewhere: 403 }

/**
 * Response to a failed sign-in: a redirect to the sign-in page, which shows the failure and allows
 * a retry. A script of the console receives the URL as JSON, in the format of next-auth.
 */
export function failedSignIn(isScript: boolean, { failure, returnTo, origin }: Failed, waitSeconds = 0): Response {
  const url = new URL(paths.signIn(returnTo, { error: failure }), origin).href
  const headers = { 'cache-control': 'no-store', ...(waitSeconds > 0 && { 'retry-after': String(waitSeconds) }) }
  if (!isScript) return new Response(null, { status: 302, headers: { ...headers, location: url } })
  return Response.json({ url, detail: SIGN_IN_FAILURES[failure] }, { status: STATUS[failure] ?? 401, headers })
}

/**
 * Redirect target of a next-auth response, from `Location` or from the JSON for scripts; null
 * without one.
 */
export async function leadsTo(answer: Response): Promise<string | null> {
  const location = answer.headers.get('location')
  if (location !== null) return location
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return null
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null && 'url' in body && typeof body.url === 'string' ? body.url : null
}

/**
 * Maps a redirect to next-auth's error pages, which the console does not serve, or to no web page, to a
 * failure; null for other targets.
 */
export function failureOfAddress(address: string | null): SignInFailure | null {
  if (address === null) return null
  const { protocol, pathname, searchParams } = new URL(address, 'http://console')
  // The metadata of the identity provider names the address, and a script of the console opens it.
  if (!/^https?:$/.test(protocol)) return 'issuer'
  // next-auth redirects here when the CSRF token of the form does not match the cookie.
  if (pathname === '/api/auth/signin') return 'state'
  if (pathname !== '/api/auth/error') return null
  return searchParams.get('error') === 'CredentialsSignin' ? 'unknown' : 'failed'
}

/** Limits the wait for the identity provider's sign-out URL. */
const PATIENCE_MS = 3_000

/**
 * Ends a session. Returns the sign-out URL of the identity provider, which leads back here; null
 * when it has none or does not answer. Without the database, only the browser's cookie is cleared,
 * and the session expires when idle.
 */
export async function endSession(auth: Auth, session: string, { address }: Attempt): Promise<string | null> {
  let provider: string | undefined
  try {
    provider = (await auth.ledger.read(session))?.provider
    await auth.sessions.end(session, 'signed-out')
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    auth.onFailedSignOut(error, { address })
    return null
  }
  if (provider !== 'oidc' || auth.issuer === null) return null
  const back = new URL(paths.signIn(), auth.origin).href
  const asked = auth.issuer.leaveUrl(back).catch((error: unknown) => {
    auth.onFailedSignOut(error, { address })
    return null
  })
  return Promise.race([asked, new Promise<null>(resolve => setTimeout(resolve, PATIENCE_MS, null).unref())])
}
