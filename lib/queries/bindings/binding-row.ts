import { type Account, type BindingKind, bindingKey } from '#lib/hap/pools/binding.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import type { BindingFacts } from './binding-facts.ts'
import { type BindingProblems, problemWords } from './problem-words.ts'

/** One line of the bindings list. */
export interface BindingRow extends BindingProblems {
  readonly key: string
  readonly kind: BindingKind
  readonly name: string
  /** Null without a hyperscaler type. */
  readonly pool: Pool | null
  readonly state: BindingState
  /** RFC 3339; null when nobody noted it. */
  readonly since: string | null
  /** It was only first seen so then, and may be so for much longer. */
  readonly sinceIsFirstLook: boolean
  readonly tenant: string | null
  readonly account: Account
  /** Shoots on the account. */
  readonly shoots: number
  /** Clusters of the account, as limits count them: shoots and what is reserved. */
  readonly clusters: number
  /** Of these, clusters that are claimed and whose shoots do not exist. */
  readonly reserved: number
  /** Shoots on the account that report infrastructure errors. */
  readonly failing: number
  readonly limit: number | null
  /** Other bindings of the same account. */
  readonly others: number
  readonly createdAt: string
}

/** The line of a binding. */
export function bindingRow(facts: BindingFacts): BindingRow {
  const { binding, labels } = facts.pooled
  return {
    key: bindingKey(binding),
    kind: binding.kind,
    name: binding.name,
    pool: facts.pool,
    state: facts.state,
    since: facts.since,
    sinceIsFirstLook: facts.sinceIsFirstLook,
    tenant: labels.tenantName,
    account: binding.account,
    shoots: facts.shoots,
    clusters: facts.clusters,
    reserved: facts.reserved,
    failing: facts.failing,
    limit: facts.limit?.value ?? null,
    others: facts.others,
    createdAt: binding.createdAt,
    ...problemWords(facts),
  }
}
