import { BadTokenError } from '#lib/auth/bad-token.ts'
import { isTokenText, tokenUser } from '#lib/auth/bearer.ts'
import { roleNow } from '#lib/auth/role-now.ts'
import { parseRole } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import type { Store } from '#lib/store/store.ts'
import { hashOf } from './create-token.ts'
import { TOKEN_COLUMNS, tokenState } from './token.ts'

/** How much later a further use is noted: a script may ask many times a second. */
const RECORD_EVERY_MS = 60_000

interface TokenSight {
  readonly store: Store
  /** Whether demo users are offered: a token that one of them made is good no longer than they are. */
  readonly demoUsers: boolean
  /** Hears what prevented that a use was noted; it counts all the same. */
  readonly onError: (error: unknown) => void
}

/**
 * Who a token stands for, read anew for each request, so that one that was revoked is refused by every replica at once. Throws
 * BadTokenError, StoreError.
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
  if (row === null || role === null) throw new BadTokenError('This token is not known. Check that it is complete.')
  const state = tokenState(row, at)
  if (state !== 'valid') throw new BadTokenError(`This token is ${state}. Ask an admin for another one.`)
  if (roleNow({ id: row.creator, role }, demoUsers) === null)
    throw new BadTokenError(
      'A demo user made this token, and this console has none any more. Ask an admin for another one.',
    )
  if (row.lastUsedAt === null || at.getTime() - row.lastUsedAt.getTime() >= RECORD_EVERY_MS) {
    const { id, lastUsedAt } = row
    // Of many requests at once one notes it.
    await store
      .transaction(tx => tx.apiToken.updateMany({ where: { id, lastUsedAt }, data: { lastUsedAt: at } }), {
        isolation: 'read-committed',
      })
      .catch(onError)
  }
  return tokenUser({ id: row.id, name: row.name, creatorName: row.creatorName, role })
}
