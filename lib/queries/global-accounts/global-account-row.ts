import type { Account, BindingKind } from '#lib/hap/pools/binding.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import type { GlobalAccountFacts } from './global-account-facts.ts'
import { givenBackTerms, overLimitTerms, ownedTerms, ownerTerms } from './owner-terms.ts'

/** A number of bindings, and the search of the bindings list that finds exactly them. */
interface Counted {
  readonly count: number
  readonly q: string
}

/** One line of the list of global accounts. */
export interface GlobalAccountRow {
  readonly id: string
  /** Bindings whose label names it, by pool key; also those it has given back. A null pool is that of bindings without a type. */
  readonly types: readonly (Counted & { readonly pool: Pool | null })[]
  readonly accounts: Counted
  /** Its clusters, on whichever account: shoots and what is reserved. */
  readonly clusters: number
  /** Of these, clusters that are claimed and whose shoots do not exist. */
  readonly reserved: number
  readonly onAllowlist: boolean
  /** Of its accounts the one with the least room; the limit is null where none applies. */
  readonly fullest: {
    readonly kind: BindingKind
    readonly name: string
    readonly account: Account
    readonly clusters: number
    readonly reserved: number
    readonly limit: number | null
  } | null
  readonly overLimit: Counted
  /** Given back and not clean yet. */
  readonly givenBack: Counted
  /** Pools it has several accounts of although it is not on the allowlist. */
  readonly several: readonly (Counted & { readonly pool: Pool })[]
}

/** The line of a global account. */
export function globalAccountRow(facts: GlobalAccountFacts): GlobalAccountRow {
  const { id, bindings, fullest } = facts
  return {
    id,
    types: typesOf(facts),
    accounts: { count: bindings.length, q: ownerTerms(id) },
    clusters: facts.clusters,
    reserved: facts.reserved,
    onAllowlist: facts.onAllowlist,
    fullest: fullest && {
      kind: fullest.pooled.binding.kind,
      name: fullest.pooled.binding.name,
      account: fullest.pooled.binding.account,
      clusters: fullest.clusters,
      reserved: fullest.reserved,
      limit: fullest.limit?.value ?? null,
    },
    overLimit: { count: facts.overLimit, q: overLimitTerms(id) },
    givenBack: { count: facts.givenBack, q: givenBackTerms(id) },
    several: facts.several.map(({ pool, bindings }) => ({ pool, count: bindings.length, q: ownedTerms(id, pool) })),
  }
}

function typesOf({ id, bindings }: GlobalAccountFacts): GlobalAccountRow['types'] {
  const groups = Map.groupBy(bindings, ({ pooled, poolKey }) => (pooled.labels.hyperscalerType ? poolKey : null))
  return Array.from(groups, ([key, ofPool]) => ({
    pool: key === null ? null : (ofPool[0]?.pool ?? null),
    count: ofPool.length,
    q: key === null ? `${ownerTerms(id)} problem:no-type` : ownerTerms(id, key),
  })).sort((a, b) => b.count - a.count || (a.q < b.q ? -1 : 1))
}
