import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { userObstacle } from '#lib/auth/user-obstacle.ts'
import { tokenTarget } from '#lib/hap/audit/target.ts'
import { audited } from '#lib/services/audit/audited.ts'
import { brokenOff } from '#lib/services/audit/broken-off.ts'
import { recorded } from '#lib/services/audit/recorded.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { type TokenCall, tokenDraft } from './token-audit.ts'
import { TOKEN_COLUMNS, type TokenView, tokenState, tokenView } from './token-row.ts'

/** Ends a token at once. Throws RefusedError for who is no admin, and for a token that there is not or that is over; StoreError. */
export async function revokeToken(call: TokenCall, id: string, at = new Date(call.store.now())): Promise<TokenView> {
  const { store, audit, user } = call
  const row = await recorded({ audit }, tokenDraft(call, 'revoke', id), async () => {
    const obstacle = userObstacle(user, NEEDED_ROLES.tokens)
    if (obstacle !== null) throw new RefusedError(403, obstacle)
    const isId = /^[\w-]{1,64}$/.test(id)
    const found = isId ? await store.db.apiToken.findUnique({ where: { id }, select: TOKEN_COLUMNS }) : null
    if (found === null) throw new RefusedError(404, 'There is no such token.')
    if (tokenState(found, at) !== 'valid') throw new RefusedError(409, `The token is ${tokenState(found, at)} already.`)
    return found
  })
  const { name, role, start } = row
  const draft = { ...tokenDraft(call, 'revoke', id), targets: [tokenTarget(id, name)], before: { name, role, start } }
  const revoke = async () => {
    const data = { revokedAt: at, revokedByName: user.name }
    // Who was a moment earlier keeps their name on it.
    await store.transaction(tx => tx.apiToken.updateMany({ where: { id, revokedAt: null }, data }), {
      isolation: 'read-committed',
    })
    return { outcome: 'accepted' as const, detail: null, result: { ...row, ...data } }
  }
  return tokenView(await audited(audit, draft, revoke, brokenOff), at)
}
