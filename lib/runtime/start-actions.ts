import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { currentRole } from '#lib/auth/demo-users.ts'
import type { Env } from '#lib/env.ts'
import type { CleaningSettings } from '#lib/garden/cleaning-progress.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { ConsistentShoots } from '#lib/garden/consistent-shoots.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { DoubtIn } from '#lib/garden/inventory/project-binding.ts'
import { createBindingWrites } from '#lib/garden/writes/binding-writes.ts'
import type { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import { pooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { findBulkDanger } from '#lib/queries/bindings/bulk-offers.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { isReached } from '#lib/queries/rules-by-pool.ts'
import { accountClaims } from '#lib/services/actions/account-claims.ts'
import type { ActionContext, StateCause, WrittenBinding } from '#lib/services/actions/action-context.ts'
import { type ActionService, createActionService } from '#lib/services/actions/action-service.ts'
import { ExpiredHolds } from '#lib/services/actions/expired-holds.ts'
import { staleReason } from '#lib/services/actions/fresh-facts.ts'
import { listPoolQueues } from '#lib/services/actions/preview-action.ts'
import { type ApprovalService, createApprovalService } from '#lib/services/approvals/approval-service.ts'
import { expireProposals } from '#lib/services/approvals/end-proposal.ts'
import { recoverApproved } from '#lib/services/approvals/recover-approvals.ts'
import type { JobContext } from '#lib/services/jobs/job-context.ts'
import { LEASE_MS } from '#lib/services/jobs/job-lease.ts'
import { JobNews } from '#lib/services/jobs/job-news.ts'
import { JobRunner } from '#lib/services/jobs/job-runner.ts'
import { createJobService, type JobService } from '#lib/services/jobs/job-service.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { recordChange, snapshotOf } from '#lib/store/states/binding-states.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import type { MultiAccountSettings } from './multi-account-settings.ts'
import { BATCH_TIMEOUT_MS, repeat } from './repeat.ts'
import type { RulesInForce } from './rules-in-force.ts'
import type { Shutdown } from './shutdown.ts'

interface ActionParts {
  readonly store: Store
  readonly audit: AuditLog
  readonly client: GardenClient
  readonly shoots: ConsistentShoots
  readonly inventory: Inventory
  readonly queue: WriteQueue
  readonly multiAccount: MultiAccountSettings
  readonly rules: Pick<RulesInForce, 'active'>
  readonly cleaning: CleaningSettings
  readonly doubtIn: DoubtIn
  pause(): string | null
}

const HOLDS_MS = 30_000
/** The shutdown waits this long for checks after writes; `recoverChecks` completes the others in another process. */
const CHECKS_MS = 5_000

/** Dependencies of manual actions. */
export function createActionContext(parts: ActionParts): ActionContext {
  const { store, audit, client, shoots, inventory, queue, multiAccount, rules, cleaning, doubtIn, pause } = parts
  return {
    inventory,
    writes: createBindingWrites({ client, queue, doubtIn }),
    client,
    shoots,
    claims: accountClaims(store, `actions-${randomUUID()}`),
    audit,
    noteState: (written, cause) => void recordState(store, written, cause),
    cleaning,
    allowed: () => multiAccount.active.allowed,
    pause,
    plans: () => rules.active.plans,
    now: store.now,
  }
}

/** Starts manual actions and, unless in observe mode, the loop that ends expired holds. */
export function startActions(
  context: ActionContext,
  {
    store,
    multiAccount,
    rules,
    writesGardener,
  }: Pick<ActionParts, 'store' | 'multiAccount' | 'rules'> & { readonly writesGardener: boolean },
  shutdown: Shutdown,
): ActionService {
  const holds = new ExpiredHolds(context, error => log().warn({ err: error }, 'a hold was not ended'))
  const end = async () => {
    if (store.health().state !== 'up') return
    for (const binding of await holds.endExpired()) log().info({ binding }, 'an expired hold ended')
  }
  if (writesGardener) shutdown.add(repeat(HOLDS_MS, end, 'holds were not ended', { timeoutMs: BATCH_TIMEOUT_MS }))
  const service = createActionService(context, {
    queueOf: async pool => (await listPoolQueues(store.db, [pool]))[0] ?? null,
    isReached: pool => isReached(pool, { ...rules.active, multiAccount: multiAccount.active }),
  })
  shutdown.add(() => Promise.race([service.settled(), sleep(CHECKS_MS, undefined, { ref: false })]))
  return service
}

/** Records who changed the state of a binding. On failure the state recorder still writes the state, without its cause. */
export async function recordState(
  store: Store,
  written: WrittenBinding,
  { action, actor, intent }: StateCause,
): Promise<void> {
  const at = store.now()
  const [before, now] = [written.before, written.now].map(binding => {
    const pooled = pooledBinding(binding)
    return pooled && snapshotOf(pooled, at)
  })
  if (!now) return
  const cause = { cause: action, actor, claimId: null, auditSeq: intent }
  try {
    await store.transaction(tx => recordChange(tx, { before: before ?? null, now }, cause, new Date(at)), {
      isolation: 'read-committed',
    })
  } catch (error) {
    log().warn({ err: error }, 'the cause of a state change was not recorded')
  }
}

interface JobParts {
  readonly store: Store
  readonly audit: AuditLog
  readonly client: GardenClient
  readonly inventory: Inventory
  readonly queue: WriteQueue
  readonly actions: ActionService
  readonly demoUsers: boolean
  /** Whether the loop that runs bulk jobs starts; false in observe mode. */
  readonly writesGardener: boolean
}

/** Interval of the search for jobs of stopped processes. */
const JOB_SCAN_MS = 5_000
const SETTLE_MS = 30_000

/** Starts the service and the runner of bulk jobs. */
export function startJobs(parts: JobParts, shutdown: Shutdown): JobService {
  const { store, audit, client, inventory, queue, actions, demoUsers, writesGardener } = parts
  // The store reports an unavailable database itself.
  const failed = (error: unknown) => {
    if (!(error instanceof StoreError)) log().error({ err: error }, 'a bulk job was not processed')
  }
  const context: JobContext = {
    store,
    audit,
    actions,
    inventory,
    writes: createBindingWrites({ client, queue }),
    roleOf: user => currentRole(user, demoUsers),
    obstacle() {
      const health = store.health()
      return health.state === 'up' ? staleReason({ inventory }) : health.message
    },
    failed,
    leaseMs: LEASE_MS,
    now: store.now,
  }
  const runner = new JobRunner(context, `jobs-${randomUUID()}`)
  const news = new JobNews(store, failed)
  shutdown.add(() => news.stop())
  shutdown.add(() => runner.stop(), 'Bulk jobs')
  if (writesGardener) {
    shutdown.add(repeat(JOB_SCAN_MS, () => runner.look(), 'bulk jobs were not searched'))
    shutdown.add(
      repeat(SETTLE_MS, () => runner.settle(), 'targets of bulk jobs were not recovered', {
        timeoutMs: BATCH_TIMEOUT_MS,
      }),
    )
  }
  return createJobService(context, runner, news)
}

interface ApprovalParts {
  readonly store: Store
  readonly audit: AuditLog
  readonly actions: ActionService
  readonly jobs: JobService
  readonly inventory: Inventory
  readonly demoUsers: boolean
  context(): QueryContext
}

const PROPOSALS_MS = 30_000

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
  shutdown.add(repeat(PROPOSALS_MS, settle, 'approved proposals were not recovered'))
  shutdown.add(repeat(PROPOSALS_MS, expire, 'expired proposals were not closed'))
  return createApprovalService(
    {
      ...parts,
      namespace: inventory.namespace,
      bindingOf: key => inventory.binding(key),
      dangerOf: order => findBulkDanger(context(), order),
      roleOf: user => currentRole(user, demoUsers),
      now: store.now,
    },
    HAP_TWO_PERSON === 'dangerous',
  )
}
