import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { userObstacle } from '#lib/auth/user-obstacle.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { TokenCall } from './token-audit.ts'
import { TOKEN_COLUMNS, type TokenView, tokenView } from './token-row.ts'

/** More than there can be: valid ones are counted, and those that are over do not stay. */
const MOST_LISTED = 1_000

/** All tokens, the newest first. Throws RefusedError for who is no admin, StoreError. */
export async function listTokens(
  { store, user }: Pick<TokenCall, 'store' | 'user'>,
  at = new Date(store.now()),
): Promise<readonly TokenView[]> {
  const obstacle = userObstacle(user, NEEDED_ROLES.tokens)
  if (obstacle !== null) throw new RefusedError(403, obstacle)
  const rows = await store.db.apiToken.findMany({
    select: TOKEN_COLUMNS,
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: MOST_LISTED,
  })
  return rows.map(row => tokenView(row, at))
}
