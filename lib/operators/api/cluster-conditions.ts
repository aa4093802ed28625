import type { ReasonOf, TypeOf } from '#lib/operators/framework/reason-table.ts'

/** Conditions of a Cluster, and the reasons each may have; `ClusterProvisioned` is the seed's. */
export const CLUSTER_CONDITIONS = {
  /** All of the below, in one word. */
  Ready: ['Ready', 'Waiting', 'InProgress', 'Failed', 'Deleting'],
  /** Whether the spec can be worked with at all. */
  Accepted: ['SpecValid', 'SpecInvalid'],
  SubscriptionReady: [
    'SubscriptionBound',
    'SubscriptionRequested',
    'SubscriptionWaiting',
    'SubscriptionRefused',
    'SubscriptionReleasing',
    // It would be taken for nothing.
    'SubscriptionWithheld',
    'ControlPlaneUnavailable',
    'NotNeeded',
  ],
  ClusterProvisioned: [
    'ShootReady',
    'WaitingForSubscription',
    'ShootCreating',
    'ShootReconciling',
    'ShootFailed',
    'ShootRefused',
    'ShootForeign',
    'ShootConflicts',
    'ShootGone',
    'ShootDeleting',
    'ShootHibernated',
    // What Gardener's error codes say of the account.
    'AccountUnauthenticated',
    'AccountUnauthorized',
    'AccountQuotaExceeded',
    'AccountRateLimited',
    'AccountResourcesDepleted',
    // Before there is a shoot: it was marked, or is not what the Cluster asks for.
    'AccountDirty',
    'AccountUnfit',
    'KubeconfigProvided',
    // Its cluster could not be compared with our own.
    'KubeconfigUnverified',
    'KubeconfigMissing',
    'KubeconfigRefused',
    'KubeconfigInvalid',
    'KubeconfigUnreadable',
    'CloudProfileUnavailable',
    'GardenerUnreachable',
    'ControlPlaneUnavailable',
    // It answers, and does not let the operator look.
    'GardenerRefused',
  ],
  /** Whether the shoot is what the spec asks for. */
  SpecApplied: ['Applied', 'Applying', 'ChangeForbidden', 'ChangeConflicts', 'CloudProfileUnavailable', 'NotNeeded'],
  AdministratorsReady: [
    'AdministratorsBound',
    'AdministratorsBegun',
    'WaitingForCluster',
    'ClusterUnreachable',
    'ClusterRefused',
    'AccessNotGranted',
  ],
  /** Only of a Cluster that was brought and is being deleted: whether nothing of ours is in its cluster any more. */
  AccessRemoved: [
    'RequestsEnding',
    'KubeconfigMissing',
    'KubeconfigRefused',
    'ClusterUnreachable',
    'ClusterRefused',
    'ControlPlaneFailed',
  ],
} as const

/** Conditions that Gardener has of a shoot and a Cluster mirrors, with whatever reason Gardener gives (types_shoot.go). */
export const SHOOT_CONDITIONS: Readonly<Record<ShootConditionType, readonly string[]>> = {
  APIServerAvailable: [],
  ControlPlaneHealthy: [],
  EveryNodeReady: [],
  SystemComponentsHealthy: [],
  ObservabilityComponentsHealthy: [],
}

export type ShootConditionType =
  | 'APIServerAvailable'
  | 'ControlPlaneHealthy'
  | 'EveryNodeReady'
  | 'SystemComponentsHealthy'
  | 'ObservabilityComponentsHealthy'
export type ClusterType = TypeOf<typeof CLUSTER_CONDITIONS>
export type ClusterReason<Type extends ClusterType = ClusterType> = ReasonOf<typeof CLUSTER_CONDITIONS, Type>
