import { decode } from 'next-auth/jwt'
import { z } from 'zod'
import type { Secret } from '#lib/secret.ts'

/** Content of a session cookie. */
export interface SessionToken {
  /** Id of the session. */
  readonly session: string
  readonly userId: string
  /** Time of authentication in milliseconds since 1970; null when unknown. */
  readonly signedInAt: number | null
}

const Token = z.object({ session: z.string().min(1).max(64), sub: z.string(), signedInAt: z.number().nullable() })

/** Header of every token that next-auth encrypts. Tokens with another algorithm are rejected unread. */
const SEALED_BY = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')}.`

/** Decodes a session cookie; null when it is invalid or expired. Does not check that the session is still active. */
export async function readToken(secret: Secret<string>, cookie: string | undefined): Promise<SessionToken | null> {
  if (!cookie?.startsWith(SEALED_BY)) return null
  try {
    const { session, sub, signedInAt } = Token.parse(await decode({ token: cookie, secret: secret.reveal() }))
    return { session, userId: sub, signedInAt }
  } catch {
    return null
  }
}
