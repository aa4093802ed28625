import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { parseBearer } from '#lib/auth/api-token.ts'
import { BadTokenError } from '#lib/auth/bad-token.ts'
import { needsSession } from '#lib/auth/needed-roles.ts'
import type { User } from '#lib/auth/session.ts'
import { SIGN_IN_REQUIRED } from '#lib/auth/sign-in-time.ts'
import type { Env } from '#lib/env.ts'
import { type Admission, bodyBytes, MAX_BODY_BYTES } from '#lib/http/admission.ts'
import { METHOD_HEADER, SESSION_HEADER } from '#lib/http/gate-headers.ts'
import { isApiPath, refusalResponse } from '#lib/http/problem-response.ts'
import { isOwnHost } from '#lib/http/request-origin.ts'
import { BUILD_PATH } from '#lib/http/static-files.ts'
import { DATABASE_UNAVAILABLE, StoreError } from '#lib/store/database/store-errors.ts'
import { noteRequestUser } from '#lib/telemetry/request-scope.ts'
import type { createRateLimits, Sender } from '../http/rate-limits.ts'

interface AdmissionParts {
  readonly limits: ReturnType<typeof createRateLimits>
  /** Id of the session of a header `cookie`; null for a cookie of another application. */
  sessionOf(cookie: string): Promise<string | null>
  readonly sessions: {
    /** From the cache; see Sessions. */
    recent(id: string): User | null
    /** Throws StoreError. */
    check(id: string, asking: { readonly writes: boolean; readonly attended: boolean }): Promise<User | null>
  }
  /** Throws BadTokenError, StoreError. */
  userOfToken(token: string): Promise<User>
  /** Whether the console is served under a `Host` header. */
  servesHost(host: string): boolean
}

const WRONG_HOST =
  'This console has demo users, who need no password, so it is served under loopback names such as localhost only. Set HAP_URL to the address at which you open it.'

/** Hosts under which the console is served: all, unless demo users sign in without a password. */
export function servedHosts({ HAP_URL }: Pick<Env, 'HAP_URL'>, demoUsers: boolean): AdmissionParts['servesHost'] {
  if (!demoUsers) return () => true
  const publicUrl = HAP_URL === null ? null : new URL(HAP_URL)
  return host => isOwnHost(host, publicUrl)
}

/**
 * The host that the client addressed, and the one that a trusted proxy received. Both are checked: a proxy may replace the first, and pass
 * on the second as any page sent it.
 */
function hostsOf({ host = '', 'x-forwarded-host': forwarded = [] }: IncomingHttpHeaders): readonly string[] {
  return [host, ...[forwarded].flat().flatMap(each => each.split(',').map(name => name.trim()))]
}

const READ_METHODS = new Set(['GET', 'HEAD'])
/** Methods that change nothing. */
const SAFE_METHODS = new Set([...READ_METHODS, 'OPTIONS'])

/** A form of next-auth has a few hundred bytes. */
const MAX_SIGN_IN_BYTES = 16_384

/** Headers of a 401 of the API (RFC 6750). */
const CHALLENGE = { 'www-authenticate': 'Bearer' }
const BAD_TOKEN = { 'www-authenticate': 'Bearer error="invalid_token"' }

/** Does not count as activity of the user, so that an open page without input stays unattended. */
const READ_CHECK = { writes: false, attended: false } as const

/**
 * The admission of the console. It limits the rate of requests; a request that may have a body also needs a session or a token, and its
 * bytes count against the budget of its sender. Without either no body is read. SESSION_HEADER tells the proxy whether a page has
 * a session. Each page, route and action still authorises by itself.
 */
export function admitRequests({
  limits: pace,
  sessionOf,
  sessions,
  userOfToken,
  servesHost,
}: AdmissionParts): Admission {
  return request => {
    // Next.js reads the body of any method but GET and HEAD before the proxy answers.
    const { method = '' } = request
    const hasBody = bodyBytes(request) > 0
    const pathname = pathOf(request.url ?? '')
    if (!isProbe(pathname) && !hostsOf(request.headers).every(servesHost))
      return Promise.resolve(refusalResponse(pathname, 421, WRONG_HOST))
    const replaced = request.headers[METHOD_HEADER]
    if (replaced !== undefined) return Promise.resolve(methodNotSupported(pathname, String(replaced)))
    // Next.js fails on other methods of a static file.
    if (isPublic(pathname))
      return READ_METHODS.has(method) && !hasBody ? null : Promise.resolve(methodNotAllowed(pathname))
    // Next.js reads the body of any method but GET and HEAD before the proxy answers.
    return admit({ request, pathname, isSafe: SAFE_METHODS.has(method) && !hasBody })
  }

  async function admit({ request, pathname, isSafe }: RequestFacts): Promise<Response | null> {
    const { headers } = request
    const refuse = (status: number, why: string, more: Readonly<Record<string, string>> = {}) =>
      refusalResponse(pathname, status, why, more)
    const token = isApiPath(pathname) ? parseBearer(headers.authorization ?? '') : null
    const asksForPage = needsSession(pathname)
    const found = token === null ? await senderOf(headers.cookie, asksForPage || !isSafe) : null
    const user = found instanceof StoreError ? null : found
    if (user !== null) noteRequestUser(user.id)
    const sender = {
      user: user?.id ?? null,
      isProgram: headers.authorization !== undefined,
      address: addressOf(headers),
    }
    const wait = pace.wait(sender)
    if (wait > 0) return tooManyRequests(pathname, 'Too many requests.', wait)
    if (asksForPage && user !== null) headers[SESSION_HEADER] = 'yes'
    if (isSafe) return null
    const sent = bodyBytes(request)
    if (pathname.startsWith('/api/auth/')) {
      // A body without a declared length counts as infinite.
      if (sent > MAX_SIGN_IN_BYTES) return refuse(413, 'The form is larger than 16 KB, the limit for signing in.')
      return overBudget(pathname, sender, sent)
    }
    if (token !== null) {
      const program = await userOfToken(token).catch(orTokenError)
      if (program instanceof BadTokenError)
        return overBudget(pathname, sender, sent) ?? refuse(401, program.message, BAD_TOKEN)
      if (program instanceof StoreError) return refuse(503, DATABASE_UNAVAILABLE)
      noteRequestUser(program.id)
      return overBudget(pathname, { ...sender, user: program.id }, sent)
    }
    if (found instanceof StoreError) return refuse(503, found.message)
    const over = overBudget(pathname, sender, sent)
    if (user !== null || over !== null) return over
    return refuse(401, SIGN_IN_REQUIRED, isApiPath(pathname) ? CHALLENGE : {})
  }

  /** The user of a session cookie. `certain`: checks the database; otherwise a cached result suffices. */
  async function senderOf(cookie: string | undefined, certain: boolean): Promise<User | StoreError | null> {
    const session = cookie === undefined ? null : await sessionOf(cookie)
    if (session === null) return null
    const recent = certain ? null : sessions.recent(session)
    if (recent !== null) return recent
    const checked = await sessions.check(session, READ_CHECK).catch(orUnavailable)
    // Only a caller who was signed in a moment ago learns the cause, which may name server or folder.
    const isKnown = !(checked instanceof StoreError) || sessions.recent(session) !== null
    return isKnown ? checked : new StoreError(DATABASE_UNAVAILABLE)
  }

  function overBudget(pathname: string, sender: Sender, sent: number): Response | null {
    const wait = pace.waitForBody(sender, Math.min(sent, MAX_BODY_BYTES))
    return wait > 0 ? tooManyRequests(pathname, 'Too much data was sent within a minute.', wait) : null
  }
}

interface RequestFacts {
  readonly request: IncomingMessage
  readonly pathname: string
  readonly isSafe: boolean
}

/** The path as Next.js parses it. */
function pathOf(address: string): string {
  const url = `http://console${address}`
  return URL.canParse(url) ? new URL(url).pathname : address
}

function isPublic(pathname: string): boolean {
  return pathname.startsWith(BUILD_PATH) || pathname === '/mark.svg' || isProbe(pathname)
}

function isProbe(pathname: string): boolean {
  return /^\/(healthz|readyz|metrics)\/?$/.test(pathname)
}

function methodNotAllowed(pathname: string): Response {
  return refusalResponse(pathname, 405, 'This address accepts GET and HEAD only.', { allow: 'GET, HEAD' })
}

function methodNotSupported(pathname: string, method: string): Response {
  const allow = 'GET, HEAD, POST, PUT, PATCH, DELETE'
  return refusalResponse(pathname, 405, `${method} is not supported.`, { allow })
}

function addressOf(headers: IncomingHttpHeaders): string {
  return String(headers['x-forwarded-for'] ?? '')
}

function tooManyRequests(pathname: string, what: string, wait: number): Response {
  const message = `${what} Wait ${wait === 1 ? 'a second' : `${wait} seconds`}, then try again.`
  return refusalResponse(pathname, 429, message, { 'retry-after': String(wait) })
}

function orUnavailable(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  throw error
}

function orTokenError(error: unknown): StoreError | BadTokenError {
  return error instanceof BadTokenError ? error : orUnavailable(error)
}
