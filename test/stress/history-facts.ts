import { epochOf } from '#lib/hap/lifecycle/change.ts'
import { ANNOTATIONS, accountKey, type Binding } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import { FOREIGN_MARK, type StressPool } from './pools.ts'
import type { Version } from './witness.ts'

/** An acknowledged claim as its client knows it. */
export interface Acknowledged {
  readonly key: string
  readonly id: string
  readonly tenant: string
  readonly pool: StressPool
  readonly account: string
  readonly binding: string
  readonly epoch: number
  /** Time of the response in milliseconds. */
  readonly acknowledgedAt: number
  /** Time of the release request in milliseconds; null without one. */
  releasedAt: number | null
}

/** A claim in the database at the end. */
export interface FinalClaim {
  readonly id: string
  readonly key: string
  readonly status: string
  readonly tenant: string
  readonly account: string | null
  readonly binding: string | null
  readonly message: string | null
  /** The process with the lease; null without one. */
  readonly holder: string | null
  /** Whether its decision skipped an unwritable account. */
  readonly skippedAccount: boolean
}

export interface History {
  /** Every version of every binding, in order. */
  readonly versions: readonly Version[]
  readonly acknowledged: readonly Acknowledged[]
  readonly claims: readonly FinalClaim[]
  /** Global accounts that may own multiple accounts. */
  readonly allowed: readonly string[]
  readonly limit: number
  /** Clusters that remained on their account after its release. */
  readonly left: readonly LeftCluster[]
  /** Clusters of other tenants, without a claim. */
  readonly foreign: readonly ForeignCluster[]
  /** Actions of the console. */
  readonly done: readonly DoneAction[]
}

/** A binding that an action marked dirty or clean, with the times of request and response in milliseconds. */
export interface DoneAction {
  readonly binding: string
  readonly askedAt: number
  readonly answeredAt: number
}

/** A cluster that existed during this whole time, in milliseconds. */
export interface LeftCluster {
  readonly binding: string
  readonly from: number
  readonly until: number
}

/** A cluster of a tenant that runs to the end; visible to all processes from `shownAt` on, in milliseconds. */
export interface ForeignCluster {
  readonly binding: string
  readonly tenant: string
  readonly shownAt: number
}

export interface Violation {
  readonly kind: string
  readonly detail: string
}

/** The violations and the number of cases of a check: one without cases proves nothing. */
export interface Finding {
  readonly found: readonly Violation[]
  readonly looked: number
}

/** The state that a version of a binding shows. */
export const stateOf = (binding: Binding) => ({
  ...readLabels(binding.kind, binding.labels),
  account: accountKey(binding.account),
  epoch: epochOf(binding),
  selectedBy: binding.annotations[ANNOTATIONS.selectedBy] ?? null,
  /** The mark of the last write by another client. */
  mark: binding.labels[FOREIGN_MARK] ?? null,
})

type Versions = ReadonlyMap<string, readonly Version[]>

/** Versions of each binding in order. */
export function byBinding({ versions }: History): Versions {
  return Map.groupBy(versions, ({ name }) => name)
}
