import { type Pool, poolKey } from '../pools/pool.ts'
import type { Request } from '../request.ts'
import { decideOutcome } from '../selection/decide.ts'
import type { Inventory, SelectionConfig } from '../selection/usage.ts'
import { UNKNOWN_ACCOUNT } from './affected.ts'

/** A pool with arriving clusters, and whether it has room for them. */
export interface PoolRoom {
  readonly pool: Pool
  /**
   * Number of accounts it would lose, one per global account that needs another one; 0 for a shared
   * pool.
   */
  readonly needs: number
  /** Number of accounts for new owners; null for a shared pool. */
  readonly free: number | null
  readonly room: 'enough' | 'short' | 'empty'
}

/**
 * Caches decisions of arrivals in one pool by provider and global account, which alone determine
 * them.
 */
class PoolArrivals {
  readonly #pool: Pool
  readonly #kindOf: (request: Request) => string
  /** By provider, then number of the global account. */
  readonly #takes = new Map<string, (boolean | undefined)[]>()
  readonly #needing = new Set<number>()
  #anybody: Request | null = null

  constructor(pool: Pool, kindOf: (request: Request) => string) {
    this.#pool = pool
    this.#kindOf = kindOf
  }

  /**
   * Whether a request like `alike` of a global account would take another account of the pool;
   * false for an unknown one.
   */
  takesAccount(alike: Request, globalAccount: string | null, account: number): boolean {
    this.#anybody ??= alike
    if (this.#pool.shared || account === UNKNOWN_ACCOUNT) return false
    const { provider } = alike
    const known = this.#takes.get(provider) ?? []
    this.#takes.set(provider, known)
    const takes = known[account] ?? TAKES.has(this.#kindOf({ ...alike, globalAccount: globalAccount ?? '' }))
    known[account] = takes
    if (takes) this.#needing.add(account)
    return takes
  }

  /** Room of the pool after all arrivals. */
  room(free: (pool: Pool) => number): PoolRoom {
    const pool = this.#pool
    if (!pool.shared) return dedicatedRoom(pool, this.#needing.size, free(pool))
    const isEmpty = this.#anybody !== null && this.#kindOf(this.#anybody) === 'wait'
    return { pool, needs: 0, free: null, room: isEmpty ? 'empty' : 'enough' }
  }
}

/** Outcomes for a global account without a usable account in the pool. */
const TAKES: ReadonlySet<string> = new Set(['claim', 'wait'])

function dedicatedRoom(pool: Pool, needs: number, free: number): PoolRoom {
  return { pool, needs, free, room: needs <= free ? 'enough' : free === 0 ? 'empty' : 'short' }
}

/** Decides for entries that arrive in other pools. */
export class Arrivals {
  readonly #inventory: Inventory
  readonly #config: SelectionConfig
  readonly #pools = new Map<string, PoolArrivals>()

  constructor(inventory: Inventory, config: SelectionConfig) {
    this.#inventory = inventory
    this.#config = config
  }

  /** Arrivals of one pool. */
  at(pool: Pool): PoolArrivals {
    const key = poolKey(pool)
    const kindOf = (request: Request) => decideOutcome(request, this.#inventory, this.#config).outcome.kind
    const arrivals = this.#pools.get(key) ?? new PoolArrivals(pool, kindOf)
    this.#pools.set(key, arrivals)
    return arrivals
  }

  /**
   * Rooms of all pools with arrivals, by key. `free` returns the accounts of a dedicated pool for
   * new owners.
   */
  rooms(free: (pool: Pool) => number): ReadonlyMap<string, PoolRoom> {
    return new Map(Array.from(this.#pools, ([key, arrivals]) => [key, arrivals.room(free)]))
  }
}
