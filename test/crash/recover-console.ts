import { recordResolver } from '#lib/runtime/record-resolver.ts'
import { accountClaims } from '#lib/services/actions/account-claims.ts'
import type { ActionContext } from '#lib/services/actions/action-context.ts'
import { actionResolver } from '#lib/services/actions/recover-actions.ts'
import { UnknownOutcomes } from '#lib/services/audit/resolve-outcomes.ts'
import { claimResolver } from '#lib/services/claims/claim-outcomes.ts'
import { AuditLog, closeAbandoned } from '#lib/store/audit/audit-log.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import type { Store } from '#lib/store/store.ts'

/** By then no request is in flight, and no lease runs. */
const LATER_MS = 180_000

/**
 * Recovers what a dead process left like the console, once its leases have expired: unfinished audit entries are closed
 * and resolved.
 */
export async function recoverConsole(store: Store, context: ActionContext): Promise<void> {
  await endLeases(store)
  await resolveOutcomes(store, context)
}

/** Runs the sweeps once that close audit entries without an outcome, and resolve them. */
export async function resolveOutcomes(store: Store, context: ActionContext): Promise<void> {
  await closeAbandoned(store, new Date(Date.now() + 1_000))
  const { db } = store
  const now = () => Date.now() + LATER_MS
  const audit = new AuditLog(store)
  const unknown = new UnknownOutcomes({ db, audit }, [
    actionResolver({ ...context, audit, claims: accountClaims(store, 'recovery'), now }),
    claimResolver({ db, ledger: storeLedger(store), bindingsOfAccount: () => [] }),
    recordResolver(db, now),
  ])
  await unknown.settle()
}

/** Ends all leases of dead processes. */
export async function endLeases({ db }: Store): Promise<void> {
  for (const table of ['account_fence', 'tenant_slot', 'claim', 'job'])
    await db.$executeRawUnsafe(
      `UPDATE ${table} SET lease_until = clock_timestamp() - interval '1 second' WHERE lease_until IS NOT NULL`,
    )
}
