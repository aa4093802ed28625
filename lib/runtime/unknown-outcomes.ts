import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { ActionContext } from '#lib/services/actions/action-context.ts'
import { actionResolver, recoverChecks } from '#lib/services/actions/recover-actions.ts'
import { recordLooker } from '#lib/services/audit/look-at-record.ts'
import { UnknownOutcomes } from '#lib/services/audit/unknown-outcomes.ts'
import { claimLooker } from '#lib/services/claims/look-at-claim.ts'
import type { KubeconfigContext } from '#lib/services/kubeconfigs/kubeconfig-context.ts'
import { kubeconfigLooker } from '#lib/services/kubeconfigs/look-at-kubeconfig.ts'
import { resourceLooker } from '#lib/services/resources/look-at-resource.ts'
import type { ResourceContext } from '#lib/services/resources/resource-context.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import type { Store } from '#lib/store/store.ts'
import { every, MANY_OBJECTS_MS } from './every.ts'

interface OutcomeParts {
  readonly store: Store
  readonly audit: AuditLog
  readonly inventory: Inventory
  readonly acting: ActionContext
  /** Null without a control plane. */
  readonly kubeconfigs: KubeconfigContext | null
  readonly resources: ResourceContext | null
}

const UNKNOWN_MS = 30_000

/** Finds out again and again what came of entries that ended without a word, such as those of a process that died. Returns what ends it. */
export function findUnknownOutcomes({
  store,
  audit,
  inventory,
  acting,
  kubeconfigs,
  resources,
}: OutcomeParts): () => void {
  const { db } = store
  const unknown = new UnknownOutcomes({ db, audit }, [
    actionResolver(acting),
    claimLooker({ db, ledger: storeLedger(store), bindingsOfAccount: account => inventory.bindingsOfAccount(account) }),
    recordLooker(db, store.now),
    ...(kubeconfigs === null ? [] : [kubeconfigLooker(kubeconfigs)]),
    ...(resources === null ? [] : [resourceLooker(resources, store.now)]),
  ])
  const settle = async () => {
    if (store.health().state !== 'up') return
    await recoverChecks(acting, db)
    await unknown.settle()
  }
  return every(UNKNOWN_MS, settle, 'what came of entries was not looked at', { boundMs: MANY_OBJECTS_MS })
}
