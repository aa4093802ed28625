import type { OpenClaim } from '#lib/hap/lifecycle/account-clusters.ts'
import type { Db } from '#lib/store/database/client.ts'
import { OPEN_STATUSES } from './claim-record.ts'
import type { SlotKey } from './leases.ts'

/** Open claims of an account in the order of arrival. */
export async function listOpenClaims(db: Db, account: string): Promise<readonly OpenClaim[]> {
  return db.claim.findMany({
    where: { account, status: { in: [...OPEN_STATUSES] } },
    select: { id: true, cluster: true, tenant: true },
    orderBy: { ticket: 'asc' },
  })
}

/** Global accounts whose claims of the account are being released. */
export async function listReleasingTenants(db: Db, account: string): Promise<readonly string[]> {
  const rows = await db.claim.findMany({
    where: { account, status: 'releasing', outcome: { in: ['claim', 'reuse'] } },
    select: { tenant: true },
    distinct: ['tenant'],
  })
  return rows.map(({ tenant }) => tenant)
}

/**
 * Name of a binding of another account that a claim of the slot is about to take or may have taken;
 * null without one.
 */
export async function findIntendedBinding(
  db: Db,
  { tenant, hyperscalerType, euAccess }: SlotKey,
  account: string,
): Promise<string | null> {
  const claim = await db.claim.findFirst({
    where: {
      tenant,
      hyperscalerType,
      euAccess,
      status: 'intent',
      outcome: { in: ['claim', 'reuse'] },
      account: { not: account },
    },
    select: { bindingName: true },
    orderBy: { ticket: 'asc' },
  })
  return claim?.bindingName ?? null
}
