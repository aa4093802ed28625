import { performance } from 'node:perf_hooks'
import { isDeepStrictEqual } from 'node:util'
import { type ClusterClaim, databaseTime, listClusterClaims } from '#lib/store/claims/claim-clusters.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { FRESH_MS, resultWithin } from '#lib/util/result-within.ts'

/** Clusters that claims of the database refer to. */
export interface KnownClusters {
  readonly claims: Iterable<ClusterClaim>
  /** Claims that refer to a cluster by the name of its shoot or its runtime id. */
  naming(cluster: string): readonly ClusterClaim[]
}

/** Reads within this time share one result. */
const CACHE_MS = 1_000
/** Maximum delay between the time stamp of a row and the commit that makes it visible. */
const MAX_TRANSACTION_MS = 15_000
/** Interval of full reads, which do not depend on time stamps. */
const FULL_READ_MS = 10 * 60_000

/** Changed claims by id; null for a claim that no longer has an account. */
type ClaimChanges = Iterable<readonly [id: string, claim: ClusterClaim | null]>

/**
 * Caches the claims of the database: after a first full read, it only reads recent changes on
 * demand.
 */
export class ClusterRegister {
  readonly #store: Store
  readonly #onChanges: (changes: ClaimChanges) => void
  #claims = new Map<string, ClusterClaim>()
  #known: KnownClusters | null = null
  /** By the clock of the database. */
  #readUntil: Date | null = null
  #readAt = -Infinity
  #fullReadAt = -Infinity
  #reading: Promise<KnownClusters> | null = null

  /** `onChanges` receives the changes of each read. */
  constructor(store: Store, onChanges: (changes: ClaimChanges) => void = () => {}) {
    this.#store = store
    this.#onChanges = onChanges
  }

  /** Returns the current claims, or those last read after FRESH_MS; null when the database does not answer. */
  async read(): Promise<KnownClusters | null> {
    if (this.#known !== null && performance.now() - this.#readAt < CACHE_MS && this.#store.health().state === 'up')
      return this.#known
    this.#reading ??= this.#readNews().finally(() => {
      this.#reading = null
    })
    try {
      return await (this.#known === null ? this.#reading : resultWithin(this.#reading, FRESH_MS, this.#known))
    } catch (error) {
      if (error instanceof StoreError) return null
      throw error
    }
  }

  /** Returns a sentence for all pages while claims may be outdated; otherwise null. */
  problem(): string | null {
    if (this.#store.health().state === 'up') return null
    return this.#known === null
      ? 'Clusters are counted from Gardener only; claims without a shoot are not included.'
      : 'Clusters are counted with the claims last read.'
  }

  async #readNews(): Promise<KnownClusters> {
    const { db } = this.#store
    const now = performance.now()
    const isFullRead = this.#known === null || now - this.#fullReadAt > FULL_READ_MS
    const time = await databaseTime(db)
    const claims = isFullRead ? new Map<string, ClusterClaim>() : this.#claims
    const since =
      isFullRead || this.#readUntil === null ? null : new Date(this.#readUntil.getTime() - MAX_TRANSACTION_MS)
    const changes = new Map<string, ClusterClaim | null>()
    let changed = isFullRead
    for await (const news of listClusterClaims(db, since)) {
      for (const { id, claim } of news) {
        // Recent rows are read repeatedly; the inventory has to keep the identical object.
        const before = this.#claims.get(id) ?? null
        const after = isDeepStrictEqual(before, claim) ? before : claim
        if (after !== before) changed = true
        if (after === null) claims.delete(id)
        else claims.set(id, after)
        changes.set(id, after)
      }
    }
    if (isFullRead) for (const id of this.#claims.keys()) if (!claims.has(id)) changes.set(id, null)
    this.#onChanges(changes)
    this.#claims = claims
    this.#readUntil = time
    this.#readAt = performance.now()
    if (isFullRead) this.#fullReadAt = now
    if (changed || this.#known === null) this.#known = knownClusters([...claims.values()])
    return this.#known
  }
}

const NO_CLAIMS: readonly ClusterClaim[] = []

/** Indexes claims by their cluster. */
export function knownClusters(claims: readonly ClusterClaim[]): KnownClusters {
  const byCluster = Map.groupBy(claims, ({ cluster }) => cluster)
  return { claims, naming: cluster => byCluster.get(cluster) ?? NO_CLAIMS }
}
