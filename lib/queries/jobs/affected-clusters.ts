import type { AccountCluster } from '#lib/hap/lifecycle/account-clusters.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'

/** A cluster on an account that an action on many is about. */
export interface BulkCluster {
  /** Of the shoot, or of the claim. */
  readonly id: string
  /** Null for one that a claim announces and that has no shoot yet. */
  readonly name: string | null
  readonly region: string | null
  /** The binding of the selection whose account it is on. */
  readonly binding: string
}

/** Names that are told; a list of all would be longer than anybody reads. */
const MOST_NAMED = 200

/** The clusters on the accounts of many bindings, each once, also where two of the bindings refer to one account. */
export class AffectedClusters {
  readonly #accounts = new Set<string>()
  readonly #named: BulkCluster[] = []
  #count = 0

  add({ binding }: PooledBinding, clusters: readonly AccountCluster[]): void {
    const account = accountKey(binding.account)
    if (this.#accounts.has(account)) return
    this.#accounts.add(account)
    this.#count += clusters.length
    for (const { shoot, claim } of clusters.slice(0, MOST_NAMED - this.#named.length))
      this.#named.push({
        id: shoot?.uid ?? claim?.id ?? '',
        name: shoot?.name ?? null,
        region: shoot?.region ?? null,
        binding: binding.name,
      })
  }

  /** How many there are. */
  get count(): number {
    return this.#count
  }

  /** The first of them. */
  get named(): readonly BulkCluster[] {
    return this.#named
  }
}
