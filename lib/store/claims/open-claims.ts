import type { OpenClaim } from '#lib/hap/lifecycle/account-clusters.ts'
import type { Db } from '#lib/store/database/client.ts'
import { OPEN_STATUSES } from './claim-record.ts'

/** Claims that have an account, in the order they came. */
export async function openClaims(db: Db, account: string): Promise<readonly OpenClaim[]> {
  return db.claim.findMany({
    where: { account, status: { in: [...OPEN_STATUSES] } },
    select: { id: true, cluster: true, tenant: true },
    orderBy: { ticket: 'asc' },
  })
}
