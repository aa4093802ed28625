import { type Pool, poolKey } from '../pools/pool.ts'
import type { Request } from '../request.ts'
import { endingOf } from '../selection/decide.ts'
import type { Inventory, SelectionConfig } from '../selection/usage.ts'
import { UNKNOWN_ACCOUNT } from './affected.ts'

/** A pool that clusters would come to, and whether it has room for them. */
export interface PoolRoom {
  readonly pool: Pool
  /** Accounts that would be taken from it: one for each global account that needs another one there. None of a shared pool. */
  readonly needs: number
  /** Accounts it can give to somebody new; null for a shared pool, of which all use the same. */
  readonly free: number | null
  readonly room: 'enough' | 'short' | 'empty'
}

/** What is decided of those who would come to one pool: once for each provider and global account, on which alone it depends. */
class PoolArrivals {
  readonly #pool: Pool
  readonly #kindOf: (request: Request) => string
  /** By provider, and there by the number of the global account. */
  readonly #takes = new Map<string, (boolean | undefined)[]>()
  readonly #needing = new Set<number>()
  #anybody: Request | null = null

  constructor(pool: Pool, kindOf: (request: Request) => string) {
    this.#pool = pool
    this.#kindOf = kindOf
  }

  /** Whether a request like this one of a global account, which has a number too, would take another account of the pool; false for an unknown one. */
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

  /** The room of the pool, once all have come. */
  room(free: (pool: Pool) => number): PoolRoom {
    const pool = this.#pool
    if (!pool.shared) return dedicatedRoom(pool, this.#needing.size, free(pool))
    const isEmpty = this.#anybody !== null && this.#kindOf(this.#anybody) === 'wait'
    return { pool, needs: 0, free: null, room: isEmpty ? 'empty' : 'enough' }
  }
}

/** The outcomes of who has no account in the pool that can take the cluster. */
const TAKES: ReadonlySet<string> = new Set(['claim', 'wait'])

function dedicatedRoom(pool: Pool, needs: number, free: number): PoolRoom {
  return { pool, needs, free, room: needs <= free ? 'enough' : free === 0 ? 'empty' : 'short' }
}

/** Decides for those who would come to other pools. */
export class Arrivals {
  readonly #inventory: Inventory
  readonly #config: SelectionConfig
  readonly #pools = new Map<string, PoolArrivals>()

  constructor(inventory: Inventory, config: SelectionConfig) {
    this.#inventory = inventory
    this.#config = config
  }

  /** Those who come to one pool. */
  at(pool: Pool): PoolArrivals {
    const key = poolKey(pool)
    const kindOf = (request: Request) => endingOf(request, this.#inventory, this.#config).outcome.kind
    const arrivals = this.#pools.get(key) ?? new PoolArrivals(pool, kindOf)
    this.#pools.set(key, arrivals)
    return arrivals
  }

  /** The pools somebody came to, by key, once all have come. `free` counts what a dedicated one can give to somebody new. */
  rooms(free: (pool: Pool) => number): ReadonlyMap<string, PoolRoom> {
    return new Map(Array.from(this.#pools, ([key, arrivals]) => [key, arrivals.room(free)]))
  }
}
