import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BadTokenError } from '#lib/auth/bad-token.ts'
import { bearerIn } from '#lib/auth/bearer.ts'
import { needsSession } from '#lib/auth/needs-session.ts'
import type { User } from '#lib/auth/session.ts'
import { SIGN_IN_TO_GO_ON } from '#lib/auth/sign-in-words.ts'
import { type Admission, bodyBytes, MAX_BODY_BYTES } from '#lib/http/admission.ts'
import { SESSION_HEADER } from '#lib/http/gate-headers.ts'
import { BUILT } from '#lib/http/packed-files.ts'
import { isOfApi, refusalResponse } from '#lib/http/problem-response.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { createRateLimits, Sender } from './rate-limits.ts'

interface AdmissionParts {
  readonly pace: ReturnType<typeof createRateLimits>
  /** Id of the session that a header `cookie` names; null for a cookie that is none of ours. */
  sessionOf(cookie: string): Promise<string | null>
  readonly sessions: {
    /** From memory; see Sessions. */
    recent(id: string): User | null
    /** Throws StoreError. */
    check(id: string, asking: { readonly writes: boolean; readonly attended: boolean }): Promise<User | null>
  }
  /** Throws BadTokenError, StoreError. */
  userOfToken(token: string): Promise<User>
}

/** What nobody signs in for, and what changes nothing. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A form of next-auth has some hundred bytes. */
const MAX_SIGN_IN_BYTES = 16_384

/** What RFC 6750 has an API answer to a program. */
const CHALLENGE = { 'www-authenticate': 'Bearer' }
const BAD_TOKEN = { 'www-authenticate': 'Bearer error="invalid_token"' }

/** Looks at nothing that lasts longer than the request, so that a page that is merely open stays unattended. */
const LOOK = { writes: false, attended: false } as const

/**
 * The admission of the console: how often somebody asks, then, of a request that may bring a body, who sends it and how much that sender
 * sent. Without a session or a token nothing of a body is read. Pages learn by SESSION_HEADER whether there is a session; each page, route and
 * action authorises by itself all the same.
 */
export function admitRequests({ pace, sessionOf, sessions, userOfToken }: AdmissionParts): Admission {
  return request => {
    // Next.js reads the body of any method but GET and HEAD before the proxy answers.
    const isSafe = SAFE.has(request.method ?? '') && bodyBytes(request) === 0
    const pathname = pathOf(request.url ?? '')
    if (isSafe && isForEverybody(pathname)) return null
    return isProbed(pathname) ? Promise.resolve(onlyRead(pathname)) : admit({ request, pathname, isSafe })
  }

  async function admit({ request, pathname, isSafe }: Asked): Promise<Response | null> {
    const { headers } = request
    const refuse = (status: number, why: string, more: Readonly<Record<string, string>> = {}) =>
      refusalResponse(pathname, status, why, more)
    const token = isOfApi(pathname) ? bearerIn(headers.authorization ?? '') : null
    const asksForPage = needsSession(pathname)
    const found = token === null ? await senderOf(headers.cookie, asksForPage || !isSafe) : null
    const user = found instanceof StoreError ? null : found
    const sender = {
      user: user?.id ?? null,
      isProgram: headers.authorization !== undefined,
      address: addressOf(headers),
    }
    const wait = pace.wait(sender)
    if (wait > 0) return tooMuch(pathname, 'Too many requests.', wait)
    if (asksForPage && user !== null) headers[SESSION_HEADER] = 'yes'
    if (isSafe) return null
    const sent = bodyBytes(request)
    if (pathname.startsWith('/api/auth/')) {
      // What does not say how long it is could be of any length.
      if (sent > MAX_SIGN_IN_BYTES) return refuse(413, 'The form is larger than 16 KB, the limit for signing in.')
      return overBudget(pathname, sender, sent)
    }
    if (token !== null) {
      const program = await userOfToken(token).catch(orExpected)
      if (program instanceof BadTokenError)
        return overBudget(pathname, sender, sent) ?? refuse(401, program.message, BAD_TOKEN)
      if (program instanceof StoreError) return refuse(503, program.message)
      return overBudget(pathname, { ...sender, user: program.id }, sent)
    }
    if (found instanceof StoreError) return refuse(503, found.message)
    const over = overBudget(pathname, sender, sent)
    if (user !== null || over !== null) return over
    return refuse(401, SIGN_IN_TO_GO_ON, isOfApi(pathname) ? CHALLENGE : {})
  }

  /** Who has a session by its cookie. `certain`: as the database has it now, where it answers; else as this process found it lately. */
  async function senderOf(cookie: string | undefined, certain: boolean): Promise<User | StoreError | null> {
    const session = cookie === undefined ? null : await sessionOf(cookie)
    if (session === null) return null
    const recent = certain ? null : sessions.recent(session)
    return recent ?? sessions.check(session, LOOK).catch(orUnavailable)
  }

  function overBudget(pathname: string, sender: Sender, sent: number): Response | null {
    const wait = pace.waitForBody(sender, Math.min(sent, MAX_BODY_BYTES))
    return wait > 0 ? tooMuch(pathname, 'Too much data was sent within a minute.', wait) : null
  }
}

interface Asked {
  readonly request: IncomingMessage
  readonly pathname: string
  readonly isSafe: boolean
}

/** As Next.js reads it. */
function pathOf(address: string): string {
  const url = `http://console${address}`
  return URL.canParse(url) ? new URL(url).pathname : address
}

function isForEverybody(pathname: string): boolean {
  return pathname.startsWith(BUILT) || pathname === '/mark.svg' || isProbed(pathname)
}

function isProbed(pathname: string): boolean {
  return /^\/(healthz|readyz|metrics)\/?$/.test(pathname)
}

function onlyRead(pathname: string): Response {
  return refusalResponse(pathname, 405, 'This address takes GET and HEAD only.', { allow: 'GET, HEAD' })
}

function addressOf(headers: IncomingHttpHeaders): string {
  return String(headers['x-forwarded-for'] ?? '')
}

function tooMuch(pathname: string, what: string, wait: number): Response {
  const words = `${what} Wait ${wait === 1 ? 'a second' : `${wait} seconds`}, then try again.`
  return refusalResponse(pathname, 429, words, { 'retry-after': String(wait) })
}

function orUnavailable(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  throw error
}

function orExpected(error: unknown): StoreError | BadTokenError {
  return error instanceof BadTokenError ? error : orUnavailable(error)
}
