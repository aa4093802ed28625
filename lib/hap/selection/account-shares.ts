import { accountKey, type Binding } from '../pools/binding.ts'
import { type Pool, poolKey } from '../pools/pool.ts'
import type { PoolIndex } from '../pools/pool-index.ts'
import { accountStateAt, type PooledBinding, poolOf, stateAt } from '../pools/pooled-binding.ts'
import type { BindingState } from '../pools/state.ts'
import { isBeingCleaned } from './search.ts'
import { causeOf, checkUsability, type UnusableCause, type UsabilityContext } from './usability.ts'
import type { UsageSource } from './usage.ts'

/** The facts of an account that decide how it counts. */
export interface AccountFacts {
  /** All its bindings with labels of HAP, in any pool and of any kind. */
  readonly bindings: readonly PooledBinding[]
  /** Whether a cluster is on it, or a claim expects one. */
  readonly isInUse: boolean
}

/** What an account contributes to one pool: it counts once, however many bindings it has there. */
export interface AccountShare {
  /** Null for bindings without a hyperscaler type. */
  readonly pool: Pool | null
  /** Its bindings in the pool. */
  readonly bindings: readonly PooledBinding[]
  /** State of the account, the same in each of its pools. */
  readonly state: BindingState
  /**
   * Whether a search of the pool picks the account: for a new global account in a dedicated pool,
   * for any in a shared one. Rules are not checked.
   */
  readonly usable: boolean
  /** Why it is not usable although its labels and clusters allow it; null otherwise. */
  readonly unusable: UnusableCause | null
}

interface ShareContext extends UsabilityContext {
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * Lists the contributions of an account, one per pool that it has bindings in. Everything that counts
 * accounts counts these. `pooled`: the bindings of kinds that pools contain.
 */
export function listAccountShares(
  account: AccountFacts,
  context: ShareContext,
  pooled: readonly PooledBinding[] = account.bindings,
): readonly AccountShare[] {
  const [first] = pooled
  if (!first) return []
  const state = accountStateAt(account.bindings, context.at)
  if (pooled.length === 1) return [shareIn(typedPool(first), pooled, state, account, context)]
  const groups = Map.groupBy(pooled, each => {
    const pool = typedPool(each)
    return pool && poolKey(pool)
  })
  return Array.from(groups.values(), group =>
    shareIn(group[0] ? typedPool(group[0]) : null, group, state, account, context),
  )
}

/** Returns the contribution of an account to one pool; null when it has no binding there. */
export function shareInPool(pool: Pool, account: AccountFacts, context: ShareContext): AccountShare | null {
  const key = poolKey(pool)
  const isIn = (share: AccountShare) => share.pool !== null && poolKey(share.pool) === key
  return listAccountShares(account, context).find(isIn) ?? null
}

/** A landscape to count in, under the policy of the context. */
interface CountContext extends ShareContext {
  readonly bindings: Pick<PoolIndex, 'unowned'>
  readonly usage: Pick<UsageSource, 'condition' | 'bindings' | 'tenants'>
}

/** Counts the accounts of a dedicated pool that a new global account can claim. */
export function countClaimable(pool: Pool, context: CountContext): number {
  const { usage, bindings } = context
  const accounts = new Map(bindings.unowned(pool).map(({ binding }) => [accountKey(binding.account), binding]))
  const isUsable = (binding: Binding) => shareInPool(pool, factsOfAccount(binding, usage), context)?.usable === true
  return [...accounts.values()].filter(isUsable).length
}

/** The facts of a binding's account that a search knows. */
export function factsOfAccount(binding: Binding, usage: Pick<UsageSource, 'bindings' | 'tenants'>): AccountFacts {
  return { bindings: usage.bindings(binding), isInUse: usage.tenants(binding).length > 0 }
}

/** An empty hyperscaler type counts as missing. */
function typedPool(pooled: PooledBinding): Pool | null {
  return pooled.labels.hyperscalerType ? poolOf(pooled) : null
}

function shareIn(
  pool: Pool | null,
  bindings: readonly PooledBinding[],
  state: BindingState,
  account: AccountFacts,
  context: ShareContext,
): AccountShare {
  const offered = pool === null ? [] : offeredBindings(pool, bindings, state, account, context.at)
  const found = offered.map(each => checkUsability(each, context))
  const usable = found.includes(null)
  const [cause = null] = found
  return { pool, bindings, state, usable, unusable: usable || cause === null ? null : causeOf(cause) }
}

/** Bindings through which a search of the pool may pick the account, as `accountExclusion` decides. */
function offeredBindings(
  pool: Pool,
  bindings: readonly PooledBinding[],
  state: BindingState,
  { bindings: all, isInUse }: AccountFacts,
  at: number,
): readonly PooledBinding[] {
  if (!pool.shared) return state === 'free' && !isInUse ? bindings : []
  return isBeingCleaned(all) ? [] : bindings.filter(each => stateAt(each, at) === 'shared')
}
