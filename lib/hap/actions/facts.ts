import type { AccountCluster } from '../lifecycle/account-clusters.ts'
import { type PooledBinding, stateAt } from '../pools/pooled-binding.ts'
import type { BindingState } from '../pools/state.ts'

/** What an action is judged by. For a preview from the inventory; for the act itself read anew. */
export interface ActionFacts {
  readonly pooled: PooledBinding
  /** Now, in milliseconds since 1970. */
  readonly at: number
  /** Of the account, through whichever binding. */
  readonly clusters: readonly AccountCluster[]
  /** Global accounts whose claims of the account were given back and are not dealt with yet. */
  readonly givenBackBy: readonly string[]
  /** Other bindings of HAP that refer to the same account. */
  readonly siblings: readonly PooledBinding[]
  /** Other bindings of the same pool that the same tenant could be given again; of no tenant: none. */
  readonly peers: readonly PooledBinding[]
  /** Whether its tenant may own several accounts (seed 003). */
  readonly severalAllowed: boolean
  /** Other bindings of the same pool that could be given to anybody: free ones, or usable shared ones. */
  readonly usableInPool: number
  /** Whether a rule leads to its pool; left out where nobody asked. */
  readonly reached?: boolean
  /** What cleaners make of it; left out where nobody asked. */
  readonly cleaner?: CleanerOutlook
  /** Claims that wait for its pool; null for none, left out where nobody asked. */
  readonly queue?: PoolQueue | null
}

/** Whether a cleaner would take an account. */
export interface CleanerOutlook {
  /** Why none would, as sentences; null when one would. */
  readonly obstacle: string | null
  /** Whether it deletes what it finds, or only notes it. */
  readonly deletes: boolean
}

/** Claims that wait for a pool. */
export interface PoolQueue {
  /** Key of the pool. */
  readonly pool: string
  readonly claims: number
  /** Global account of the first, which gets the next account unless it waits for something else. */
  readonly first: string
  /** What else the first waits for, as a clause; null for an account alone. */
  readonly aside: string | null
}

/** The state an action is judged by. */
export function stateOf({ pooled, at }: ActionFacts): BindingState {
  return stateAt(pooled, at)
}

/** Other bindings of the account through which a cleaner may come. */
export function dirtySiblings({ siblings }: Pick<ActionFacts, 'siblings'>): readonly PooledBinding[] {
  return siblings.filter(({ labels }) => labels.dirty === 'true')
}

const TAKEN: ReadonlySet<BindingState> = new Set(['claimed', 'shared', 'internal'])

/** Another binding of the account for whose sake a free one is given to nobody; null when none is. */
export function takenSibling({ siblings, at }: Pick<ActionFacts, 'siblings' | 'at'>): PooledBinding | null {
  return siblings.find(each => TAKEN.has(stateAt(each, at))) ?? null
}

/**
 * Whether somebody who follows KEB's selectors may hand a binding out: these look neither for internal nor for deletion, and for
 * dirty only on dedicated accounts (D4, D5, D8).
 */
export function canBeHandedOut({ labels }: Pick<PooledBinding, 'labels'>): boolean {
  return labels.hyperscalerType !== null && (labels.shared === 'true' || labels.dirty === null)
}
