import { globalAccountTarget } from '#lib/hap/audit/target.ts'
import type { Db } from '#lib/store/database/client.ts'

/** Whether the database has anything of a global account: a claim, a state of a binding, or an action. Throws StoreError. */
export async function isRecorded(db: Db, tenant: string): Promise<boolean> {
  const found = await Promise.all([
    db.claim.findFirst({ where: { tenant }, select: { id: true } }),
    db.stateChange.findFirst({ where: { tenant }, select: { id: true } }),
    db.auditEntry.findFirst({ where: { targets: { has: globalAccountTarget(tenant) } }, select: { seq: true } }),
  ])
  return found.some(row => row !== null)
}
