import { SIGN_IN_FAILURES, type SignInFailure } from '#lib/auth/oidc/sign-in-failure.ts'
import { paths } from '#lib/paths.ts'

interface Failed {
  readonly failure: SignInFailure
  /** Where the sign-in was to lead. */
  readonly returnTo: string
  readonly origin: string
}

const STATUS: Partial<Record<SignInFailure, number>> = { often: 429, database: 503, unknown: 401, elsewhere: 403 }

/**
 * The answer to a sign-in that came to nothing: to its page, which says why, and from where it can be tried again. A script of ours gets
 * the address as JSON, as next-auth would give it.
 */
export function failedSignIn(isScript: boolean, { failure, returnTo, origin }: Failed, waitSeconds = 0): Response {
  const url = new URL(paths.signIn(returnTo, { error: failure }), origin).href
  const headers = { 'cache-control': 'no-store', ...(waitSeconds > 0 && { 'retry-after': String(waitSeconds) }) }
  if (!isScript) return new Response(null, { status: 302, headers: { ...headers, location: url } })
  return Response.json({ url, detail: SIGN_IN_FAILURES[failure] }, { status: STATUS[failure] ?? 401, headers })
}

/** Where an answer of next-auth leads: its `Location`, or what it tells a script. */
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

/** Why a sign-in came to nothing, by where next-auth leads: to its pages of errors, which there are not. Null when it did not. */
export function failureOfAddress(address: string | null): SignInFailure | null {
  if (address === null) return null
  const { pathname, searchParams } = new URL(address, 'http://console')
  // It leads there when the token of the form is not that of the cookie.
  if (pathname === '/api/auth/signin') return 'state'
  if (pathname !== '/api/auth/error') return null
  return searchParams.get('error') === 'CredentialsSignin' ? 'unknown' : 'failed'
}
