import { recordResolver } from '#lib/runtime/record-resolver.ts'
import { accountClaims } from '#lib/services/actions/account-claims.ts'
import type { ActionContext } from '#lib/services/actions/action-context.ts'
import { actionResolver } from '#lib/services/actions/recover-actions.ts'
import { UnknownOutcomes } from '#lib/services/audit/resolve-outcomes.ts'
import { claimResolver } from '#lib/services/claims/claim-outcomes.ts'
import { AuditLog, closeAbandoned } from '#lib/store/audit/audit-log.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import type { Store } from '#lib/store/store.ts'

/** No request is on its way any more by then, and no lease runs. */
const LATER_MS = 180_000

/** What the console does by itself about what a dead process left, once its leases are over: outcomes are noted, and found out. */
export async function putRight(store: Store, context: ActionContext): Promise<void> {
  await endLeases(store)
  await tellOutcomes(store, context)
}

/** One turn of the sweeps that close entries without an outcome, and find out what came of them. */
export async function tellOutcomes(store: Store, context: ActionContext): Promise<void> {
  await closeAbandoned(store, new Date(Date.now() + 1_000))
  const { db } = store
  const now = () => Date.now() + LATER_MS
  const audit = new AuditLog(store)
  const unknown = new UnknownOutcomes({ db, audit }, [
    actionResolver({ ...context, audit, claims: accountClaims(store, 'put right'), now }),
    claimResolver({ db, ledger: storeLedger(store), bindingsOfAccount: () => [] }),
    recordResolver(db, now),
  ])
  await unknown.settle()
}

/** Lets the time of everything pass that a dead process held. */
export async function endLeases({ db }: Store): Promise<void> {
  for (const table of ['account_fence', 'tenant_slot', 'claim', 'job'])
    await db.$executeRawUnsafe(
      `UPDATE ${table} SET lease_until = clock_timestamp() - interval '1 second' WHERE lease_until IS NOT NULL`,
    )
}
