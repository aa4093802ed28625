import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import {
  beginsAsItMay,
  endSession,
  failedSignIn,
  failureOfAddress,
  forgetNoAddress,
  leadsTo,
  methodsOf,
  newAttempt,
  returnToOf,
  stepOf,
  withoutProviderError,
} from '#app/api/auth/sign-in-steps.ts'
import { errorResponse } from '#lib/api/error-response.ts'
import { mayUseDemoUsers } from '#lib/auth/demo-users.ts'
import { classifySignInFailure, SignInError } from '#lib/auth/oidc/sign-in-error.ts'
import type { SignInFailure } from '#lib/auth/oidc/sign-in-failure.ts'
import { type Attempt, authOptions } from '#lib/auth/options.ts'
import { networkOf } from '#lib/http/request-origin.ts'
import { runtime } from '#lib/runtime.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'

interface AuthContext {
  readonly params: Promise<{ nextauth: string[] }>
}

const FORM = 'application/x-www-form-urlencoded'

/** Rate-limit cost of an attempt for its address, and the additional cost of a failure. */
const COST = { attempt: 1, failure: 5 } as const

/** CSRF token and providers for the sign-in page, and the callback of the identity provider. */
export async function GET(request: NextRequest, context: AuthContext): Promise<Response> {
  return handle(request, (await context.params).nextauth)
}

/**
 * Sign-in and sign-out. Accepts only forms, so that unauthenticated requests reach no other parser.
 * The admission limits their size.
 */
export async function POST(request: NextRequest, context: AuthContext): Promise<Response> {
  if (!request.headers.get('content-type')?.startsWith(FORM)) return new Response(null, { status: 415 })
  return handle(request, (await context.params).nextauth)
}

async function handle(request: NextRequest, parts: string[]): Promise<Response> {
  const step = stepOf(request.method, parts)
  const allow = methodsOf(parts).join(', ')
  if (step === null) return new Response(null, allow === '' ? { status: 404 } : { status: 405, headers: { allow } })
  try {
    const attempt = await newAttempt(runtime().auth, request)
    if (step === 'attempt') return await signIn(request, parts, attempt)
    return parts[0] === 'signout' ? await signOut(request, parts, attempt) : await ask(request, parts, attempt)
  } catch (error) {
    return errorResponse(error)
  }
}

/**
 * Calls next-auth. Its options exist only after the runtime has started, which is later than the
 * load of this module.
 */
async function ask(request: NextRequest, nextauth: string[], attempt: Attempt): Promise<Response> {
  const { auth } = runtime()
  const context = { params: Promise.resolve({ nextauth }) }
  await forgetNoAddress(auth)
  const answer: Response = await NextAuth(authOptions(auth, attempt))(request, context)
  if (answer.status === 500) throw new Error(`next-auth cannot answer ${request.method} ${nextauth.join('/')}`)
  return answer
}

async function signIn(request: NextRequest, parts: string[], attempt: Attempt): Promise<Response> {
  const { auth } = runtime()
  const isScript = await isOfScript(request)
  const place = { returnTo: returnToOf(request, auth), origin: auth.origin }
  const failed = (failure: SignInFailure, wait = 0) => {
    const { error, address } = attempt
    const subject = attempt.subject ?? (error instanceof SignInError ? error.subject : null)
    auth.onFailedSignIn({ failure, error, subject, address })
    return failedSignIn(isScript, { ...place, failure }, wait)
  }
  const key = `address ${attempt.address && networkOf(attempt.address)}`
  try {
    const wait = await auth.attempts.take(key, COST.attempt)
    if (wait > 0) return failed('often', wait)
    if (parts[0] === 'signin' && !beginsAsItMay(request.nextUrl)) return failed('failed')
    if (parts[1] === 'demo' && auth.demoUsers && !mayUseDemoUsers(auth, request.headers)) return failed('elsewhere')
    const answer = await ask(request.method === 'GET' ? withoutProviderError(request) : request, parts, attempt)
    const failure = failureOfAddress(await leadsTo(answer))
    if (failure === null) return answer
    await auth.attempts.take(key, COST.failure)
    return failed(failureOf(attempt) ?? failure)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    attempt.error ??= error
    return failed('database')
  }
}

/** The reason of a failed attempt; null without an error of its own. */
function failureOf({ error }: Attempt): SignInFailure | null {
  if (error instanceof StoreError) return 'database'
  return error === undefined ? null : classifySignInFailure(error)
}

/**
 * Ends the session here, then at the identity provider. A script receives that URL as JSON instead
 * of a redirect.
 */
async function signOut(request: NextRequest, parts: string[], attempt: Attempt): Promise<Response> {
  const { auth } = runtime()
  const isScript = await isOfScript(request)
  // next-auth clears the cookie only after it has verified the CSRF token of the form.
  const answer = await ask(request, parts, attempt)
  const isDone = answer.headers.getSetCookie().some(cookie => /session-token=;/.test(cookie))
  const leave = isDone && attempt.previous !== null ? await endSession(auth, attempt.previous, attempt) : null
  const headers = new Headers(answer.headers)
  // Drafts and results belong to the person who signed out. The browser clears them in every tab.
  if (isDone) headers.set('clear-site-data', '"storage"')
  if (leave === null) return new Response(answer.body, { status: answer.status, headers })
  if (isScript) return new Response(JSON.stringify({ url: leave }), { headers })
  headers.set('location', leave)
  return new Response(null, { status: 302, headers })
}

async function isOfScript(request: NextRequest): Promise<boolean> {
  if (request.method !== 'POST') return false
  return new URLSearchParams(await request.clone().text()).get('json') === 'true'
}
