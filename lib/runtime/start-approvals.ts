import { roleNow } from '#lib/auth/role-now.ts'
import type { Env } from '#lib/env.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { findBulkDanger } from '#lib/queries/bindings/bulk-offers.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import type { ActionService } from '#lib/services/actions/action-service.ts'
import { type ApprovalService, createApprovalService } from '#lib/services/approvals/approval-service.ts'
import { expireProposals } from '#lib/services/approvals/end-proposal.ts'
import { recoverApproved } from '#lib/services/approvals/recover-approvals.ts'
import type { JobService } from '#lib/services/jobs/job-service.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { Store } from '#lib/store/store.ts'
import { every } from './every.ts'
import type { Shutdown } from './shutdown.ts'

interface ApprovalParts {
  readonly store: Store
  readonly audit: AuditLog
  readonly actions: ActionService
  readonly jobs: JobService
  readonly inventory: Inventory
  readonly demoUsers: boolean
  context(): QueryContext
}

const SETTLE_MS = 30_000

/** Starts the approval service, which HAP_TWO_PERSON switches on, and the loops that recover and expire proposals. */
export function startApprovals(
  { HAP_TWO_PERSON }: Pick<Env, 'HAP_TWO_PERSON'>,
  { context, demoUsers, inventory, ...parts }: ApprovalParts,
  shutdown: Shutdown,
): ApprovalService {
  const { store } = parts
  const settle = async () => {
    if (store.health().state === 'up') await recoverApproved({ store, now: store.now })
  }
  const expire = async () => {
    if (store.health().state === 'up') await expireProposals({ store, now: store.now })
  }
  shutdown.add(every(SETTLE_MS, settle, 'what came of approved proposals was not looked at'))
  shutdown.add(every(SETTLE_MS, expire, 'proposals that nobody decided on were not ended'))
  return createApprovalService(
    {
      ...parts,
      namespace: inventory.namespace,
      bindingOf: key => inventory.binding(key),
      dangerOf: order => findBulkDanger(context(), order),
      roleOf: user => roleNow(user, demoUsers),
      now: store.now,
    },
    HAP_TWO_PERSON === 'dangerous',
  )
}
