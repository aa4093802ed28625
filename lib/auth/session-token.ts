import { decode } from 'next-auth/jwt'
import { z } from 'zod'
import { onePerProcess } from '#lib/across-bundles.ts'
import type { Secret } from '#lib/secret.ts'

/** What the cookie of a session says. */
export interface SessionToken {
  /** Id of the session. */
  readonly session: string
  readonly userId: string
  /** When its person proved who they are, in milliseconds since 1970; null when that is not known. */
  readonly signedInAt: number | null
}

const Token = z.object({
  session: z.string().min(1).max(64),
  sub: z.string(),
  signedInAt: z.number().nullable(),
  /** When it expires, in seconds since 1970. */
  exp: z.number(),
})

interface ReadToken {
  readonly token: SessionToken
  /** When it expires, in milliseconds since 1970. */
  readonly until: number
}

/** Cookies that were read lately, the last ones last: each page sends its own with everything it asks for, and reading one takes half a millisecond. */
const READ = onePerProcess('read-session-tokens', () => new WeakMap<Secret<string>, Map<string, ReadToken>>())

const MOST_KEPT = 1_000

/** How every token begins that next-auth seals. Nothing else is opened, whatever a cookie says of itself. */
const SEALED_BY = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')}.`

/** What a cookie says; null for one that is none of ours, or has expired. Whether the session still lasts it does not know. */
export async function readToken(secret: Secret<string>, cookie: string | undefined): Promise<SessionToken | null> {
  if (!cookie?.startsWith(SEALED_BY)) return null
  const read = keptOf(secret)
  const kept = read.get(cookie)
  read.delete(cookie)
  if (kept && Date.now() < kept.until) {
    read.set(cookie, kept)
    return kept.token
  }
  try {
    const { session, sub, signedInAt, exp } = Token.parse(await decode({ token: cookie, secret: secret.reveal() }))
    const token = { session, userId: sub, signedInAt }
    // Decoders forgive characters that mean nothing: one session could fill the room of all others with spellings of its cookie.
    if (SPELLING.test(cookie)) keep(read, cookie, { token, until: exp * 1_000 })
    return token
  } catch {
    return null
  }
}

/** How next-auth writes a token. */
const SPELLING = /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/

function keep(read: Map<string, ReadToken>, cookie: string, token: ReadToken): void {
  const [oldest] = read.keys()
  if (read.size >= MOST_KEPT && oldest !== undefined) read.delete(oldest)
  read.set(cookie, token)
}

function keptOf(secret: Secret<string>): Map<string, ReadToken> {
  let read = READ.get(secret)
  if (read === undefined) {
    read = new Map()
    READ.set(secret, read)
  }
  return read
}
