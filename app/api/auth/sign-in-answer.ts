import { SIGN_IN_FAILURES, type SignInFailure } from '#lib/auth/oidc/sign-in-failure.ts'
import { paths } from '#lib/paths.ts'

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
 * Maps a redirect to next-auth's error pages, which the console does not serve, to a failure; null
 * for other targets.
 */
export function failureOfAddress(address: string | null): SignInFailure | null {
  if (address === null) return null
  const { pathname, searchParams } = new URL(address, 'http://console')
  // next-auth redirects here when the CSRF token of the form does not match the cookie.
  if (pathname === '/api/auth/signin') return 'state'
  if (pathname !== '/api/auth/error') return null
  return searchParams.get('error') === 'CredentialsSignin' ? 'unknown' : 'failed'
}
