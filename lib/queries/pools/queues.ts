import { performance } from 'node:perf_hooks'
import { isDeepStrictEqual } from 'node:util'
import { type Pool, parsePoolKey, poolKey } from '#lib/hap/pools/pool.ts'
import { countWaitingClaims, listWaitingClaims } from '#lib/store/claims/queues.ts'
import type { Db } from '#lib/store/database/client.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { FRESH_MS, resultWithin } from '#lib/util/result-within.ts'
import type { OperatorObjects } from '../operators/operator-objects.ts'

/** A claim that waits for an account. */
interface QueuedClaim {
  readonly id: string
  readonly globalAccount: string
  readonly plan: string | null
  readonly pool: Pool
  /** Position in the queue of its pool, from 1. */
  readonly position: number
  /** RFC 3339. */
  readonly since: string
  /** When it ends if it still waits, in RFC 3339; null for no end. */
  readonly deadline: string | null
  /** Why it waits, a sentence. */
  readonly reason: string
  /** Requester, as in the audit log. */
  readonly actor: string
  /** Why users cannot cancel it, as a sentence; null when they can. */
  readonly cancelRefusal: string | null
}

/** What a queue says about a claim beside its row. */
export interface ClaimNotes {
  /** Why a claim waits, from its stored message, its position and its pool. */
  reasonOf(message: string, position: number, pool: Pool): string
  /** Why users cannot cancel the claim with this key; null when they can. */
  cancelRefusalOf(key: string): string | null
}

/** The first claims of a queue and how many there are. */
export interface Queue {
  readonly claims: readonly QueuedClaim[]
  readonly total: number
}

/** A pool with its number of waiting claims. */
export interface QueueLength {
  readonly pool: Pool
  readonly claims: number
}

/** Maximum number of claims; the total is always complete. */
const MAX_CLAIMS = 200

/** Returns the queue of a pool, or the waiting claims of a global account. Throws StoreError. */
export async function getQueue(
  db: Db,
  of: { readonly poolKey: string } | { readonly tenant: string },
  { reasonOf, cancelRefusalOf }: ClaimNotes,
): Promise<Queue> {
  const { claims, total } = await listWaitingClaims(db, of, MAX_CLAIMS)
  return {
    claims: claims.flatMap(({ id, tenant, plan, poolKey, position, since, deadline, message, actor, key }) => {
      const pool = parsePoolKey(poolKey)
      if (!pool) return []
      const reason = message === null ? '' : reasonOf(message, position, pool)
      const times = { since: since.toISOString(), deadline: deadline?.toISOString() ?? null }
      const cancelRefusal = cancelRefusalOf(key)
      return [{ id, globalAccount: tenant, plan, pool, position, ...times, reason, actor, cancelRefusal }]
    }),
    total,
  }
}

/** Lists pools with waiting claims, longest queue first. Throws StoreError. */
export async function listQueueLengths(db: Db): Promise<readonly QueueLength[]> {
  return (await countWaitingClaims(db)).flatMap(({ poolKey, claims }) => {
    const pool = parsePoolKey(poolKey)
    return pool ? [{ pool, claims }] : []
  })
}

/** Number of waiting claims by pool key; pools without claims are missing. */
export type WaitingByPool = ReadonlyMap<string, number>

/** Reads within this time share one result. */
const CACHE_MS = 1_000

/** Counts the waiting claims of all pools on demand, with a short cache. */
export class QueueRegister {
  readonly #store: Pick<Store, 'db' | 'health'>
  #known: WaitingByPool | null = null
  #readAt = -Infinity
  #reading: Promise<WaitingByPool> | null = null

  constructor(store: Pick<Store, 'db' | 'health'>) {
    this.#store = store
  }

  /**
   * Returns the current counts, as the same map while they do not change, or those last read after
   * FRESH_MS; null when the database does not answer.
   */
  async read(): Promise<WaitingByPool | null> {
    if (this.#store.health().state !== 'up') return null
    if (this.#known !== null && performance.now() - this.#readAt < CACHE_MS) return this.#known
    this.#reading ??= this.#count().finally(() => {
      this.#reading = null
    })
    try {
      return await (this.#known === null ? this.#reading : resultWithin(this.#reading, FRESH_MS, this.#known))
    } catch (error) {
      if (error instanceof StoreError) return null
      throw error
    }
  }

  async #count(): Promise<WaitingByPool> {
    const lengths = await countWaitingClaims(this.#store.db)
    const counted = new Map(lengths.map(({ poolKey, claims }) => [poolKey, claims]))
    this.#readAt = performance.now()
    if (this.#known === null || !isDeepStrictEqual(this.#known, counted)) this.#known = counted
    return this.#known
  }
}

/** A waiting claim with its SubscriptionRequest; null for a claim from elsewhere. */
type WaitingClaim = Queue['claims'][number] & { readonly request: string | null }

/** The queue of a pool. */
export interface WaitingQueue {
  readonly pool: Pool
  /** The first claims in the order of service. */
  readonly claims: readonly WaitingClaim[]
  readonly total: number
}

interface QueueReader {
  lengths(): Promise<readonly QueueLength[]>
  queueOf(of: { readonly poolKey: string }): Promise<Queue>
}

/** Maximum number of queues with claims. */
const MAX_POOLS = 50

/**
 * Lists the queues with their claims, longest first; `objects` are null without a control plane.
 * Throws StoreError.
 */
export async function readWaitingQueues(
  objects: OperatorObjects | null,
  read: QueueReader,
): Promise<readonly WaitingQueue[]> {
  const requests = new Map<string, string>()
  for (const { status, metadata } of objects?.subscriptions.all() ?? [])
    if (status?.claim !== undefined) requests.set(status.claim, metadata.name)
  const lengths = (await read.lengths()).slice(0, MAX_POOLS)
  const queues = await Promise.all(
    lengths.map(async ({ pool }) => ({ pool, ...(await read.queueOf({ poolKey: poolKey(pool) })) })),
  )
  return queues
    .filter(({ total }) => total > 0)
    .map(({ claims, ...queue }) => ({
      ...queue,
      claims: claims.map(claim => ({ ...claim, request: requests.get(claim.id) ?? null })),
    }))
}
