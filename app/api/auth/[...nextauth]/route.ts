import NextAuth from 'next-auth'
import { problem } from '#app/api/problem.ts'
import { runtime } from '#lib/runtime.ts'

interface AuthContext {
  params: Promise<{ nextauth: string[] }>
}

/** A form of next-auth has some hundred bytes. */
const MOST_BYTES = 16_384
const FORM = 'application/x-www-form-urlencoded'

// The options exist once the runtime has started, which is after this file was loaded.
async function handle(request: Request, context: AuthContext): Promise<Response> {
  try {
    return await NextAuth(runtime().auth)(request, context)
  } catch (error) {
    return problem(error)
  }
}

/** What next-auth offers to read: providers, token, session. A demo user comes by a form, never by an address. */
export async function GET(request: Request, context: AuthContext): Promise<Response> {
  const [action, provider] = (await context.params).nextauth
  if (action === 'callback' && provider === 'demo')
    return new Response(null, { status: 405, headers: { allow: 'POST' } })
  return handle(request, context)
}

/** Sign-in and sign-out: small forms only, so that nothing odd reaches a parser that nobody signed in to use. */
export async function POST(request: Request, context: AuthContext): Promise<Response> {
  if (!request.headers.get('content-type')?.startsWith(FORM)) return new Response(null, { status: 415 })
  if (!(Number(request.headers.get('content-length') ?? Number.NaN) <= MOST_BYTES)) {
    return new Response(null, { status: 413 })
  }
  return handle(request, context)
}
