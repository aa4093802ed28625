import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { forgetNoAddress } from '#app/api/auth/callback-cookie.ts'
import { newAttempt, returnToOf } from '#app/api/auth/new-attempt.ts'
import { failedSignIn, failureOfAddress, leadsTo } from '#app/api/auth/sign-in-answer.ts'
import { endSession } from '#app/api/auth/sign-out.ts'
import { beginsAsItMay, methodsOf, stepOf } from '#app/api/auth/steps.ts'
import { problem } from '#app/api/problem.ts'
import { offersDemoUsers } from '#lib/auth/offers-demo-users.ts'
import type { SignInFailure } from '#lib/auth/oidc/sign-in-failure.ts'
import { type Attempt, authOptions } from '#lib/auth/options.ts'
import { runtime } from '#lib/runtime.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'

interface AuthContext {
  readonly params: Promise<{ nextauth: string[] }>
}

const FORM = 'application/x-www-form-urlencoded'

/** What an attempt costs of what an address has, and what it costs more when it fails. */
const COST = { attempt: 1, failure: 5 } as const

/** Token and providers for the page, and the way back from the identity provider. */
export async function GET(request: NextRequest, context: AuthContext): Promise<Response> {
  return handle(request, (await context.params).nextauth)
}

/** Sign-in and sign-out: forms only, so that nothing odd reaches a parser that nobody signed in to use. Their size is limited by the admission. */
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
    return problem(error)
  }
}

/** What next-auth answers. Its options exist once the runtime has started, which is after this file was loaded. */
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
  const failed = (failure: SignInFailure, wait = 0) => failedSignIn(isScript, { ...place, failure }, wait)
  try {
    const wait = await auth.attempts.take(`address ${attempt.address}`, COST.attempt)
    if (wait > 0) return failed('often', wait)
    if (parts[0] === 'signin' && !beginsAsItMay(request.nextUrl)) return failed('failed')
    if (parts[1] === 'demo' && auth.demoUsers && !offersDemoUsers(auth, request.headers)) return failed('elsewhere')
    const answer = await ask(request, parts, attempt)
    const failure = failureOfAddress(await leadsTo(answer))
    if (failure === null) return answer
    await auth.attempts.take(`address ${attempt.address}`, COST.failure)
    return failed(attempt.failure ?? failure)
  } catch (error) {
    if (error instanceof StoreError) return failed('database')
    throw error
  }
}

/** Here first, then at the identity provider: where a script is to go it is told in place of our own page. */
async function signOut(request: NextRequest, parts: string[], attempt: Attempt): Promise<Response> {
  const { auth } = runtime()
  const isScript = await isOfScript(request)
  // Forgets the cookie only after it has compared the token of the form.
  const answer = await ask(request, parts, attempt)
  const isDone = answer.headers.getSetCookie().some(cookie => /session-token=;/.test(cookie))
  const leave = isDone && attempt.previous !== null ? await endSession(auth, attempt.previous) : null
  const headers = new Headers(answer.headers)
  // What was typed and found here is nobody else's; the browser forgets it in every tab.
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
