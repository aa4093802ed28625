import type { Db } from '#lib/store/database/client.ts'
import type { Store } from '#lib/store/store.ts'
import { LEASE } from './arrival.ts'
import { OPEN } from './claim-row.ts'
import type { FenceLease, FenceRefusal } from './ledger.ts'

/** Claims lock the same row while they reserve: either they see the fence, or it sees them. */
export function takeFence(store: Store, account: string, holder: string): Promise<FenceLease | FenceRefusal> {
  return store.transaction(
    async tx => {
      await tx.$executeRaw`INSERT INTO account_fence (account) VALUES (${account}) ON CONFLICT (account) DO NOTHING`
      await tx.$queryRaw`SELECT 1 FROM account_fence WHERE account = ${account} FOR UPDATE`
      const claims = await tx.$queryRaw<{ id: string }[]>`
        SELECT id FROM claim WHERE account = ${account} AND status IN ${OPEN} ORDER BY ticket LIMIT 50`
      if (claims.length > 0) return { kind: 'claimed', claims: claims.map(({ id }) => id) }
      const [row] = await tx.$queryRaw<{ token: bigint }[]>`
        UPDATE account_fence SET holder = ${holder}, lease_until = ${LEASE}, token = token + 1
        WHERE account = ${account} AND (holder IS NULL OR lease_until < clock_timestamp())
        RETURNING token`
      return row ? { account, token: row.token } : { kind: 'busy' }
    },
    { isolation: 'read-committed' },
  )
}

export async function holdsFence(db: Db, { account, token }: FenceLease): Promise<boolean> {
  const changed = await db.$executeRaw`
    UPDATE account_fence SET lease_until = ${LEASE}
    WHERE account = ${account} AND token = ${token} AND holder IS NOT NULL AND lease_until > clock_timestamp()`
  return changed === 1
}

export async function leaveFence(db: Db, { account, token }: FenceLease): Promise<void> {
  await db.$executeRaw`
    UPDATE account_fence SET holder = NULL, lease_until = NULL WHERE account = ${account} AND token = ${token}`
}
