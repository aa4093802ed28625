import type { OpenClaim } from '#lib/hap/lifecycle/account-clusters.ts'
import type { Db } from '#lib/store/database/client.ts'
import { OPEN_STATUSES } from './claim-record.ts'

/** Claims that have one of some accounts, in the order they came. */
export async function openClaims(
  db: Db,
  accounts: readonly string[],
): Promise<readonly (OpenClaim & { readonly account: string | null })[]> {
  return db.claim.findMany({
    where: { account: { in: [...accounts] }, status: { in: [...OPEN_STATUSES] } },
    select: { id: true, cluster: true, account: true },
    orderBy: { ticket: 'asc' },
  })
}
