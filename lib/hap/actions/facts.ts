import type { AccountCluster } from '../lifecycle/account-clusters.ts'
import { type PooledBinding, stateAt } from '../pools/pooled-binding.ts'
import type { BindingState } from '../pools/state.ts'

/**
 * Facts that decide about an action: from the inventory for a preview, read from Gardener and the
 * database for the write.
 */
export interface ActionFacts {
  readonly pooled: PooledBinding
  /** Milliseconds since 1970. */
  readonly at: number
  /** Clusters of the account, through any of its bindings. */
  readonly clusters: readonly AccountCluster[]
  /** Global accounts with a released claim of the account whose release is not handled yet. */
  readonly releasedBy: readonly string[]
  /** Other bindings in HAP that refer to the same account. */
  readonly siblings: readonly PooledBinding[]
  /** Other bindings of the same pool that the same tenant may get; empty without a tenant. */
  readonly peers: readonly PooledBinding[]
  /** Whether the tenant may own several accounts (seed 003). */
  readonly severalAllowed: boolean
  /**
   * Number of other accounts of the pool that any tenant can get: free ones, or usable shared ones.
   */
  readonly usableInPool: number
  /** Whether some rule leads to the pool; absent when not computed. */
  readonly reached?: boolean
  /** Whether a cleaner takes the account; absent when not computed. */
  readonly cleaner?: CleanerAvailability
  /** Waiting claims of the pool; null for none, absent when not computed. */
  readonly queue?: PoolQueue | null
}

/** Whether a cleaner would take an account. */
export interface CleanerAvailability {
  /** Why no cleaner takes it, as sentences; null when one does. */
  readonly refusal: string | null
  /** Whether the cleaner deletes resources, or only reports them. */
  readonly deletes: boolean
}

/** Claims that wait for a pool. */
export interface PoolQueue {
  /** poolKey of the pool. */
  readonly pool: string
  readonly claims: number
  /** Global account of the first claim, which gets the next account unless `aside` is set. */
  readonly first: string
  /** Another condition that the first claim waits for, as a clause; null for none. */
  readonly aside: string | null
}

/** State of the binding at the time of the facts. */
export function stateOf({ pooled, at }: ActionFacts): BindingState {
  return stateAt(pooled, at)
}

/** Other bindings of the account that lead a cleaner to it. */
export function dirtySiblings({ siblings }: Pick<ActionFacts, 'siblings'>): readonly PooledBinding[] {
  return siblings.filter(({ labels }) => labels.dirty === 'true')
}

/** Another binding that is not free, because of which claims skip the account; null for none. */
export function siblingInUse({ siblings, at }: Pick<ActionFacts, 'siblings' | 'at'>): PooledBinding | null {
  return siblings.find(each => stateAt(each, at) !== 'free') ?? null
}

/**
 * Whether KEB's selectors may return a binding: they ignore internal and deletion, and check dirty
 * on dedicated accounts only (D4, D5, D8).
 */
export function canBeAssigned({ labels }: Pick<PooledBinding, 'labels'>): boolean {
  return labels.hyperscalerType !== null && (labels.shared === 'true' || labels.dirty === null)
}
