import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import type { NextRequests } from '#lib/hap/actions/plan-together.ts'
import { poolName } from '#lib/hap/pools/pool.ts'
import { poolOf } from '#lib/hap/pools/pooled-binding.ts'
import type { Chosen } from './bulk-offers.ts'

/** Claimed accounts that an action on many takes from their global accounts. */
export class LostAccounts {
  readonly #names = new Set<string>()
  readonly #lost: { readonly tenant: string; readonly pool: string; readonly facts: ActionFacts }[] = []

  add(facts: ActionFacts): void {
    const { binding, labels } = facts.pooled
    const pool = poolOf(facts.pooled)
    if (pool === null || labels.tenantName === null) return
    this.#names.add(nameOf(binding))
    this.#lost.push({ tenant: labels.tenantName, pool: poolName(pool), facts })
  }

  /** By pool, the global accounts that have no other one there. `freeIn` knows the pools whose free accounts become more or fewer. */
  nextRequests(freeIn: (pool: string) => number | null): readonly NextRequests[] {
    const alone = this.#lost.filter(({ facts }) => facts.peers.every(({ binding }) => this.#names.has(nameOf(binding))))
    return [...Map.groupBy(alone, ({ pool }) => pool)].map(([pool, lost]) => ({
      pool,
      tenants: new Set(lost.map(({ tenant }) => tenant)).size,
      free: Math.max(0, freeIn(pool) ?? lost[0]?.facts.usableInPool ?? 0),
    }))
  }
}

function nameOf({ kind, name }: Chosen): string {
  return `${kind} ${name}`
}
