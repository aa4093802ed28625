import { type Pool, poolKey } from '../pools/pool.ts'
import type { Request } from '../request.ts'
import { decide } from '../selection/decide.ts'
import type { Inventory, SelectionConfig } from '../selection/selection-config.ts'

/** A pool that clusters would come to, and whether it has room for them. */
export interface PoolRoom {
  readonly pool: Pool
  /** Accounts that would be taken from it: one for each global account that needs another one there. None of a shared pool. */
  readonly needs: number
  /** Accounts it can give to somebody new; null for a shared pool, of which all use the same. */
  readonly free: number | null
  readonly room: 'enough' | 'short' | 'empty'
}

/** Decides for those who would come to other pools: once for each pool, provider and global account, on which alone it depends. */
export class Arrivals {
  readonly #inventory: Inventory
  readonly #config: SelectionConfig
  readonly #decided = new Map<string, boolean>()
  readonly #pools = new Map<string, { readonly pool: Pool; readonly request: Request; readonly needing: Set<string> }>()

  constructor(inventory: Inventory, config: SelectionConfig) {
    this.#inventory = inventory
    this.#config = config
  }

  /** Whether a request that is led to this pool would take another account of it; false for an unknown global account. */
  needsAccount(request: Request, pool: Pool): boolean {
    const key = poolKey(pool)
    const arrived = this.#pools.get(key) ?? { pool, request, needing: new Set<string>() }
    this.#pools.set(key, arrived)
    if (pool.shared || request.globalAccount === '') return false
    const asked = `${key}\n${request.provider}\n${request.globalAccount}`
    const needs = this.#decided.get(asked) ?? TAKES.has(this.#outcome(request))
    this.#decided.set(asked, needs)
    if (needs) arrived.needing.add(request.globalAccount)
    return needs
  }

  /** The pools somebody came to, by key, once all have come. `free` counts what a dedicated one can give to somebody new. */
  rooms(free: (pool: Pool) => number): ReadonlyMap<string, PoolRoom> {
    return new Map(
      Array.from(this.#pools, ([key, { pool, request, needing }]) => {
        if (!pool.shared) return [key, dedicatedRoom(pool, needing.size, free(pool))]
        const room = this.#outcome(request) === 'wait' ? 'empty' : 'enough'
        return [key, { pool, needs: 0, free: null, room }]
      }),
    )
  }

  #outcome(request: Request): string {
    return decide(request, this.#inventory, this.#config).outcome.kind
  }
}

/** The outcomes of who has no account in the pool that can take the cluster. */
const TAKES: ReadonlySet<string> = new Set(['claim', 'wait'])

function dedicatedRoom(pool: Pool, needs: number, free: number): PoolRoom {
  return { pool, needs, free, room: needs <= free ? 'enough' : free === 0 ? 'empty' : 'short' }
}
