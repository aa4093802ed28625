import type { EffectiveLimit } from '#lib/hap/lifecycle/multi-account.ts'
import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { exclusion } from '#lib/hap/selection/search.ts'
import { checkUsability } from '#lib/hap/selection/usability.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import type { SimulatorQuery } from '#lib/paths.ts'
import type { Owner } from '../allowlist/owners.ts'
import { BindingFacts } from '../bindings/binding-facts.ts'
import { BINDING_LIST, type BindingRow } from '../bindings/binding-list.ts'
import type { QueryContext } from '../query-context.ts'
import { nextRequest } from '../simulator/next-request.ts'
import { ownedTerms } from './owner-terms.ts'

/** An account of a global account. */
export interface HeldAccount {
  readonly row: BindingRow
  /** Whether it may get clusters, were there room. */
  readonly takes: boolean
  /** Whether it would be given back once it is empty: claimed, or on hold. */
  readonly returns: boolean
}

/** What a global account owns of one pool; what it has given back is not among it. */
export interface Holding {
  readonly key: string
  readonly pool: Pool
  /** Most clusters each of the accounts should carry; null where none applies. */
  readonly limit: EffectiveLimit | null
  /** The most populated first, as new clusters come to them. */
  readonly accounts: readonly HeldAccount[]
  /** Finds exactly the accounts. */
  readonly q: string
  /** Its next request for the pool; null when no rule leads there. */
  readonly nextRequest: SimulatorQuery | null
}

/** What an owner has of its pool. */
export function holdingOf({ globalAccount, pool, bindings }: Owner, context: QueryContext): Holding {
  const facts = bindings.map(pooled => new BindingFacts(pooled, context))
  return {
    key: poolKey(pool),
    pool,
    limit: facts[0]?.limit ?? null,
    accounts: facts
      .toSorted((a, b) => b.clusters - a.clusters)
      .map(one => ({ row: BINDING_LIST.toRow(one), takes: takes(one.pooled, context), returns: returns(one) })),
    q: ownedTerms(globalAccount, pool),
    nextRequest: nextRequest(pool, globalAccount, context),
  }
}

function takes(
  pooled: PooledBinding,
  { semantics, at, rules: { plans }, inventory: { usage } }: QueryContext,
): boolean {
  const policy = policyOf(semantics)
  return exclusion(pooled, policy, at) === null && checkUsability(pooled, { plans, usage, policy }) === null
}

function returns({ state }: BindingFacts): boolean {
  return state === 'claimed' || state === 'held'
}
