import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { ActionContext } from '#lib/services/actions/action-context.ts'
import { actionResolver, recoverChecks } from '#lib/services/actions/recover-actions.ts'
import { UnknownOutcomes } from '#lib/services/audit/resolve-outcomes.ts'
import { recordResolver } from '#lib/services/audit/resolve-records.ts'
import { claimResolver } from '#lib/services/claims/claim-outcomes.ts'
import type { KubeconfigContext } from '#lib/services/kubeconfigs/kubeconfig-context.ts'
import { kubeconfigResolver } from '#lib/services/kubeconfigs/resolve-requests.ts'
import { resourceResolver } from '#lib/services/resources/resolve-resources.ts'
import type { ResourceContext } from '#lib/services/resources/resource-call.ts'
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

/** Resolves audit entries without an outcome regularly, such as those of a crashed process. Returns a function that stops the loop. */
export function startOutcomeRecovery({
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
    claimResolver({
      db,
      ledger: storeLedger(store),
      bindingsOfAccount: account => inventory.bindingsOfAccount(account),
    }),
    recordResolver(db, store.now),
    ...(kubeconfigs === null ? [] : [kubeconfigResolver(kubeconfigs)]),
    ...(resources === null ? [] : [resourceResolver(resources, store.now)]),
  ])
  const settle = async () => {
    if (store.health().state !== 'up') return
    await recoverChecks(acting, db)
    await unknown.settle()
  }
  return every(UNKNOWN_MS, settle, 'what came of entries was not looked at', { boundMs: MANY_OBJECTS_MS })
}
