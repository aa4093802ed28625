import { epochOf } from '#lib/hap/lifecycle/change.ts'
import { ANNOTATIONS, accountKey, type Binding } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import { FOREIGN_MARK, type StressPool } from './pools.ts'
import type { Version } from './witness.ts'

/** A claim that was acknowledged, as its client knows it. */
export interface Acknowledged {
  readonly key: string
  readonly id: string
  readonly tenant: string
  readonly pool: StressPool
  readonly account: string
  readonly binding: string
  readonly epoch: number
  /** Milliseconds when the answer came. */
  readonly acknowledgedAt: number
  /** Milliseconds when its release was asked for; null when it was not. */
  releasedAt: number | null
}

/** A claim as the database has it at the end. */
export interface FinalClaim {
  readonly id: string
  readonly key: string
  readonly status: string
  readonly tenant: string
  readonly account: string | null
  readonly binding: string | null
  readonly message: string | null
  /** The process that works on it; null when none does. */
  readonly holder: string | null
  /** Whether an account that Gardener would not write was gone round for it. */
  readonly wentRound: boolean
}

export interface History {
  /** Every version of every binding, in order. */
  readonly versions: readonly Version[]
  readonly acknowledged: readonly Acknowledged[]
  readonly claims: readonly FinalClaim[]
  /** Global accounts that may own several accounts. */
  readonly allowed: readonly string[]
  readonly limit: number
  /** Clusters that were left on their account. */
  readonly left: readonly LeftCluster[]
  /** Clusters that somebody put on an account without a claim. */
  readonly foreign: readonly ForeignCluster[]
  /** What somebody did by hand. */
  readonly done: readonly DoneAction[]
}

/** A binding that was marked dirty or cleaned by hand: asked for and answered, in milliseconds. */
export interface DoneAction {
  readonly binding: string
  readonly askedAt: number
  readonly answeredAt: number
}

/** A cluster that was there the whole time from one moment to another, in milliseconds. */
export interface LeftCluster {
  readonly binding: string
  readonly from: number
  readonly until: number
}

/** A cluster of a tenant that runs to the end; everybody knows of it from a moment on, in milliseconds. */
export interface ForeignCluster {
  readonly binding: string
  readonly tenant: string
  readonly shownAt: number
}

export interface Violation {
  readonly kind: string
  readonly detail: string
}

/** What a check found, and how many cases it looked at: one that looked at none has proved nothing. */
export interface Finding {
  readonly found: readonly Violation[]
  readonly looked: number
}

/** A binding as one of its versions shows it. */
export const stateOf = (binding: Binding) => ({
  ...readLabels(binding.kind, binding.labels),
  account: accountKey(binding.account),
  epoch: epochOf(binding),
  selectedBy: binding.annotations[ANNOTATIONS.selectedBy] ?? null,
  /** What somebody else wrote last. */
  mark: binding.labels[FOREIGN_MARK] ?? null,
})

type Versions = ReadonlyMap<string, readonly Version[]>

/** Versions of each binding, in order. */
export function byBinding({ versions }: History): Versions {
  return Map.groupBy(versions, ({ name }) => name)
}
