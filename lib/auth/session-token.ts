import { decode } from 'next-auth/jwt'
import { z } from 'zod'
import type { Secret } from '#lib/secret.ts'

/** What the cookie of a session says. */
export interface SessionToken {
  /** Id of the session. */
  readonly session: string
  readonly userId: string
  /** When its person proved who they are, in milliseconds since 1970; null when that is not known. */
  readonly signedInAt: number | null
}

const Token = z.object({ session: z.string().min(1).max(64), sub: z.string(), signedInAt: z.number().nullable() })

/** How every token begins that next-auth seals. Nothing else is opened, whatever a cookie says of itself. */
const SEALED_BY = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')}.`

/** What a cookie says; null for one that is none of ours, or has expired. Whether the session still lasts it does not know. */
export async function readToken(secret: Secret<string>, cookie: string | undefined): Promise<SessionToken | null> {
  if (!cookie?.startsWith(SEALED_BY)) return null
  try {
    const { session, sub, signedInAt } = Token.parse(await decode({ token: cookie, secret: secret.reveal() }))
    return { session, userId: sub, signedInAt }
  } catch {
    return null
  }
}
