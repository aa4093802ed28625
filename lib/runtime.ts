import type { User } from '#lib/auth/session.ts'
import type { QueueRegister } from '#lib/queries/pools/queues.ts'
import type { LandscapeContext } from '#lib/services/landscape/accept-landscape.ts'
import type { Auth } from './auth/auth.ts'
import type { GardenClient } from './garden/client/client.ts'
import type { LiveRuntimes } from './garden/inventory/watch-runtimes.ts'
import type { WriteQueue } from './garden/writes/write-queue.ts'
import type { ClusterRegister } from './queries/cluster-register.ts'
import type { RunningOperators } from './queries/operators/controllers.ts'
import type { OperatorObjects } from './queries/operators/operator-objects.ts'
import type { QueryContext } from './queries/query-context.ts'
import type { LandscapeName } from './runtime/cluster-access.ts'
import type { MultiAccountSettings } from './runtime/multi-account-settings.ts'
import type { RulesInForce } from './runtime/rules-in-force.ts'
import type { ServerVersions } from './runtime/server-versions.ts'
import type { ActionService } from './services/actions/action-service.ts'
import type { ApprovalService } from './services/approvals/approval-service.ts'
import type { ChainCheck } from './services/audit/chain-check.ts'
import type { ClaimService } from './services/claims/claim-service.ts'
import type { JobService } from './services/jobs/job-service.ts'
import type { JobPlans } from './services/jobs/plan-job.ts'
import type { KubeconfigContext } from './services/kubeconfigs/kubeconfig-context.ts'
import type { ResourceContext } from './services/resources/resource-call.ts'
import type { ConfigMapWriter } from './services/rules/config-map-writer.ts'
import type { ViewService } from './services/views/views.ts'
import type { SettingsFiles } from './settings/settings-files.ts'
import type { AuditLog } from './store/audit/audit-log.ts'
import type { Store } from './store/store.ts'

/** The parts of the console that pages and routes use; one object per process, built by `lib/runtime/compose.ts`. */
export interface Runtime {
  readonly landscape: LandscapeName
  /** Detects a restored or moved landscape, which an administrator accepts. */
  readonly landscapeState: LandscapeContext
  readonly auth: Auth
  /** The user of an API token. Throws BadTokenError, StoreError. */
  userOfToken(token: string): Promise<User>
  readonly client: GardenClient
  readonly settings: SettingsFiles
  readonly store: Store
  readonly versions: ServerVersions
  readonly audit: AuditLog
  readonly chain: ChainCheck
  readonly multiAccount: MultiAccountSettings
  readonly rules: RulesInForce
  /** Writes published rules to the ConfigMap of KEB. */
  readonly rulesWriter: ConfigMapWriter
  /** Client of the control plane; null without one. */
  readonly controlPlane: GardenClient | null
  /** The watched runtimes of Kyma's infrastructure manager; null without a control plane. */
  readonly runtimes: LiveRuntimes | null
  /** The watched custom resources of the operators; null without a control plane. */
  readonly operators: OperatorObjects | null
  /** Context of actions on KubeconfigRequests; null without a control plane. */
  readonly kubeconfigs: KubeconfigContext | null
  /** Context of actions on Clusters and SubscriptionRequests; null without a control plane. */
  readonly resources: ResourceContext | null
  /** The controllers of this process, and the current leader. */
  readonly runningOperators: RunningOperators
  /** The clusters of claims in the database. */
  readonly clusters: ClusterRegister
  /** Number of waiting claims by pool. */
  readonly queues: QueueRegister
  /** Limits the rate of all writes of bindings by this process. */
  readonly writeQueue: WriteQueue
  readonly actions: ActionService
  /** Proposals of dangerous actions, which a second person approves. */
  readonly approvals: ApprovalService
  /** Bulk jobs: actions on many bindings. */
  readonly jobs: JobService
  /** What actions on many bindings would do. */
  readonly jobPlans: JobPlans
  readonly claims: ClaimService
  /** Saved views of list pages. */
  readonly views: ViewService
  /** Messages for every page, such as an unavailable database or an invalid settings file. */
  problems(): readonly string[]
  /** Messages about recurring tasks of this process that timed out. */
  stuckLoops(): readonly string[]
  /** The context of queries: the inventory and the settings in force. */
  context(): QueryContext
}

// Next.js loads this module once per bundle; all bundles share one runtime.
const KEY = Symbol.for('hap.runtime')
const shared: typeof globalThis & { [KEY]?: Runtime } = globalThis

/**
 * The runtime of this process. Throws before it has started. This module imports its parts as types only, because every route has it in its
 * bundle.
 */
export function runtime(): Runtime {
  const started = shared[KEY]
  if (!started) throw new Error('The runtime has not started.')
  return started
}

/** Publishes the runtime of this process. */
export function setRuntime(started: Runtime): void {
  shared[KEY] = started
}
