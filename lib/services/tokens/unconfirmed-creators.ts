import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { Store } from '#lib/store/store.ts'

/** A valid token whose creator the identity provider no longer confirms. */
export interface UnconfirmedToken {
  readonly id: string
  readonly name: string
  readonly creatorName: string
  /** When the identity provider ended a session of the creator. */
  readonly since: Date
}

/**
 * Finds valid tokens of creators whose session the identity provider ended, and whom it has not confirmed since. The cause
 * may be a user who left, or a refresh token that expired, so the tokens do not end.
 */
export const TOKENS_OF_UNCONFIRMED_CREATORS = `
  SELECT token.id, token.name, token.creator_name AS "creatorName", last.ended AS since
  FROM api_token AS token CROSS JOIN LATERAL (
    SELECT max(session.ended_at) FILTER (WHERE session.end_reason = 'issuer') AS ended, max(session.confirmed_at) AS confirmed
    FROM sign_in_session AS session
    WHERE session.user_id = token.creator
      AND (token.creator_issuer IS NULL OR session.issuer IS NULL OR session.issuer = token.creator_issuer)
  ) AS last
  WHERE token.revoked_at IS NULL AND token.expires_at > now() AND last.ended >= last.confirmed
  ORDER BY token.name, token.id`

/** Lists the tokens of creators whom the identity provider no longer confirms. Throws StoreError. */
export function listUnconfirmedTokens({ db }: Pick<Store, 'db'>): Promise<readonly UnconfirmedToken[]> {
  return db.$queryRaw<UnconfirmedToken[]>(Prisma.raw(TOKENS_OF_UNCONFIRMED_CREATORS))
}
