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
import type { KubeconfigContext } from './services/kubeconfigs/kubeconfig-context.ts'
import type { ResourceContext } from './services/resources/resource-call.ts'
import type { ConfigMapWriter } from './services/rules/config-map-writer.ts'
import type { SettingsFiles } from './settings/settings-files.ts'
import type { AuditLog } from './store/audit/audit-log.ts'
import type { Store } from './store/store.ts'

/** Everything a request needs, made once per process. */
export interface Runtime {
  readonly landscape: LandscapeName
  /** Whether that was restored or moved, and what an administrator accepts. */
  readonly landscapeState: LandscapeContext
  readonly auth: Auth
  /** Who an API token stands for. Throws BadTokenError, StoreError. */
  userOfToken(token: string): Promise<User>
  readonly client: GardenClient
  readonly settings: SettingsFiles
  readonly store: Store
  readonly versions: ServerVersions
  readonly audit: AuditLog
  readonly chain: ChainCheck
  readonly multiAccount: MultiAccountSettings
  readonly rules: RulesInForce
  /** Published rules on their way to the ConfigMap that others read. */
  readonly rulesWriter: ConfigMapWriter
  /** The cluster of Kyma's control plane; null where none is known. */
  readonly controlPlane: GardenClient | null
  /** What Kyma's infrastructure manager knows of clusters; null where it is not asked. */
  readonly runtimes: LiveRuntimes | null
  /** The custom resources of the operators; null without a control plane. */
  readonly operators: OperatorObjects | null
  /** What is done to requests of kubeconfigs; null without a control plane. */
  readonly kubeconfigs: KubeconfigContext | null
  /** What pages do to Clusters and SubscriptionRequests; null without a control plane. */
  readonly resources: ResourceContext | null
  /** The operators and the cleaner of this process, and who leads. */
  readonly runningOperators: RunningOperators
  /** Clusters the database knows. */
  readonly clusters: ClusterRegister
  /** How many claims wait for which pools. */
  readonly queues: QueueRegister
  /** The one way to write bindings: whoever else does takes it too. */
  readonly writeQueue: WriteQueue
  readonly actions: ActionService
  /** Dangerous actions that take two persons: proposals, and who decides on them. */
  readonly approvals: ApprovalService
  /** Actions on many bindings. */
  readonly jobs: JobService
  readonly claims: ClaimService
  /** Sentences for every page: the database does not answer, a settings file is not valid. */
  problems(): readonly string[]
  /** Sentences about recurring tasks of this process that do not come to an end. */
  stuckLoops(): readonly string[]
  /** The inventory and the settings in force at this moment. */
  context(): QueryContext
}

// Next.js loads this module once per bundle; there is one runtime all the same.
const KEY = Symbol.for('hap.runtime')
const shared: typeof globalThis & { [KEY]?: Runtime } = globalThis

/**
 * The runtime of this process. Throws before it has started. What makes it stands elsewhere, and is imported here as types alone:
 * every route has this in its bundle, and would have all of that too.
 */
export function runtime(): Runtime {
  const started = shared[KEY]
  if (!started) throw new Error('The runtime has not started.')
  return started
}

/** Makes it the runtime of this process. */
export function setRuntime(started: Runtime): void {
  shared[KEY] = started
}
