import { isTokenText, tokenUser } from '#lib/auth/api-token.ts'
import { BadTokenError } from '#lib/auth/bad-token.ts'
import { currentRole } from '#lib/auth/demo-users.ts'
import { parseRole } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import type { Store } from '#lib/store/store.ts'
import { hashOf } from './create-token.ts'
import { TOKEN_COLUMNS, tokenState } from './token.ts'

/**
 * Minimum time between two records of a token's use: a script may send many requests per second.
 */
const RECORD_EVERY_MS = 60_000

interface TokenSight {
  readonly store: Store
  /** Whether demo users exist: their tokens are valid only as long as they are. */
  readonly demoUsers: boolean
  /** Receives an error that kept a use from being recorded; the request continues. */
  readonly onError: (error: unknown) => void
}

/**
 * Returns the user of a token. It is read for each request, so that every replica refuses a revoked
 * token at once. Throws BadTokenError, StoreError.
 */
export async function userOfToken(
  { store, demoUsers, onError }: TokenSight,
  text: string,
  at = new Date(store.now()),
): Promise<User> {
  const row = isTokenText(text)
    ? await store.db.apiToken.findUnique({ where: { hash: hashOf(text) }, select: TOKEN_COLUMNS })
    : null
  const role = parseRole(row?.role)
  if (row === null || role === null) throw new BadTokenError('Unknown token. Check that it is complete.')
  const state = tokenState(row, at)
  if (state === 'ended')
    throw new BadTokenError(
      'This token has ended, because the admin who created it no longer has the admin role. Ask an admin for a new one.',
    )
  if (state !== 'valid') throw new BadTokenError(`This token is ${state}. Ask an admin for a new one.`)
  if (currentRole({ id: row.creator, role }, demoUsers) === null)
    throw new BadTokenError(
      'This token was created by a demo user, and this console no longer has demo users. Ask an admin for a new one.',
    )
  if (row.lastUsedAt === null || at.getTime() - row.lastUsedAt.getTime() >= RECORD_EVERY_MS) {
    const { id, lastUsedAt } = row
    // Of concurrent requests one records the use.
    await store
      .transaction(tx => tx.apiToken.updateMany({ where: { id, lastUsedAt }, data: { lastUsedAt: at } }), {
        isolation: 'read-committed',
      })
      .catch(onError)
  }
  return tokenUser({ id: row.id, name: row.name, creatorName: row.creatorName, role })
}
