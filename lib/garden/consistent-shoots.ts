import { setTimeout as delay } from 'node:timers/promises'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { isNewerVersion } from '#lib/garden/resources/resource.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { mapConcurrently } from '#lib/util/concurrency.ts'
import {
  listShoots,
  listShootVersions,
  readShoot,
  readShootsVersion,
  type ShootVersion,
  type ShootVersions,
} from './fresh-reads.ts'

/** A read of all shoots, shared by the callers for which it is fresh enough. */
interface Reading {
  /** Start in terms of `moment()`; Infinity while it is queued. */
  begunAt: number
  shoots: Promise<readonly Shoot[]>
  isListing: boolean
  isDone: boolean
  readonly onList: Set<() => void>
}

/** Weight of the latest read in the moving average. */
const WEIGHT = 0.2

/**
 * Consistent reads of all shoots of a namespace. One read runs at a time. A caller joins it if it
 * began late enough, and else waits with others for the next one, so that concurrent actions do not
 * each list the landscape.
 */
export class ConsistentShoots {
  readonly #parts: ReadParts
  readonly #clock: () => number
  #moment = 0
  #running: Reading | null = null
  #waiting: Reading | null = null
  #meanMs = 0

  constructor(parts: ReadParts, clock: () => number = () => performance.now()) {
    this.#parts = parts
    this.#clock = clock
  }

  /** Moving average of a read's milliseconds; 0 before the first. */
  get meanMs(): number {
    return this.#meanMs
  }

  /** A logical time: a read with a later start is fresh. */
  moment(): number {
    return ++this.#moment
  }

  /**
   * All shoots at a time after `since`. Calls `onList` with their known number when they have to be
   * listed. Throws GardenError.
   */
  async read(since: number, onList: (shoots: number) => void = () => {}): Promise<readonly Shoot[]> {
    const reading =
      [this.#running, this.#waiting].find(each => each !== null && each.begunAt > since) ?? this.#enqueue()
    const listen = () => onList(this.#parts.inventory.shootCount)
    reading.onList.add(listen)
    // It waits for a list, or is one.
    if (!reading.isDone && (reading.isListing || reading === this.#waiting)) listen()
    return reading.shoots
  }

  #enqueue(): Reading {
    const before = this.#running?.isDone === false ? this.#running.shoots : null
    const reading: Reading = {
      begunAt: Number.POSITIVE_INFINITY,
      shoots: Promise.resolve([]),
      isListing: false,
      isDone: false,
      onList: new Set(),
    }
    if (before === null) reading.shoots = this.#run(reading)
    else {
      this.#waiting = reading
      reading.shoots = before.then(
        () => this.#run(reading),
        () => this.#run(reading),
      )
    }
    return reading
  }

  async #run(reading: Reading): Promise<readonly Shoot[]> {
    reading.begunAt = this.moment()
    this.#running = reading
    if (this.#waiting === reading) this.#waiting = null
    const begun = this.#clock()
    try {
      const shoots = await readAllShoots(this.#parts, () => {
        reading.isListing = true
        for (const listen of reading.onList) listen()
      })
      const took = this.#clock() - begun
      this.#meanMs += this.#meanMs === 0 ? took : (took - this.#meanMs) * WEIGHT
      return shoots
    } catch (error) {
      if (this.#running === reading) this.#running = null
      throw error
    } finally {
      reading.isDone = true
      reading.onList.clear()
    }
  }
}

/** One page holds this number of shoots. */
const PAGE_SHOOTS = 250

/** If more shoots differ, all are listed instead of read one by one. */
const MAX_READ = 32
/** Concurrent reads of shoots. */
const MAX_CONCURRENT = 8

const POLL_MS = 20

export interface ReadParts {
  readonly client: Pick<GardenClient, 'get' | 'page'>
  readonly inventory: Pick<Inventory, 'namespace' | 'reached' | 'shootCount' | 'shoot' | 'shootVersion' | 'shoots'>
}

/**
 * Reads all shoots of the namespace, none older than the call (decision 078). A shoot comes from
 * the inventory only when the API server proves it fresh: the watch passed the version of a
 * consistent read, or a consistent list has the shoot with the inventory's uid and version. Calls
 * `onList` before a full list. Throws GardenError.
 */
export async function readAllShoots(parts: ReadParts, onList: () => void): Promise<readonly Shoot[]> {
  const { client, inventory } = parts
  const reached = inventory.reached('Shoot')
  const now = await readShootsVersion(client, inventory.namespace)
  // After a restore of etcd versions go back, and those of the inventory are not comparable.
  const isComparable = reached !== null && isNewerVersion(reached, now) === false
  if (isComparable && hasReached(inventory, now)) return [...inventory.shoots()]
  onList()
  if (!isComparable || inventory.shootCount <= PAGE_SHOOTS) return listShoots(client, inventory.namespace)
  return (await listOrCatchUp(parts, now)) ?? listShoots(client, inventory.namespace)
}

/** Whether the inventory's watch has delivered everything up to a version. */
function hasReached(inventory: Pick<Inventory, 'reached'>, version: string): boolean {
  const reached = inventory.reached('Shoot')
  return reached !== null && isNewerVersion(version, reached) === false
}

/** Lists versions until the watch reaches `version`. Null when too many shoots differ. */
async function listOrCatchUp(parts: ReadParts, version: string): Promise<readonly Shoot[] | null> {
  const { client, inventory } = parts
  const ending = new AbortController()
  const caughtUp = new AbortController()
  const poll = async () => {
    while (!ending.signal.aborted) {
      if (hasReached(inventory, version)) return caughtUp.abort()
      await delay(POLL_MS, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }
  const polling = poll()
  try {
    return await mergeWithInventory(parts, await listShootVersions(client, inventory.namespace, caughtUp.signal))
  } catch (error) {
    if (caughtUp.signal.aborted) return [...inventory.shoots()]
    throw error
  } finally {
    ending.abort()
    await polling
  }
}

/** Takes shoots of a consistent list from the inventory when they are fresh there, and reads the others. */
async function mergeWithInventory(
  { client, inventory }: ReadParts,
  { at, shoots: listed }: ShootVersions,
): Promise<readonly Shoot[] | null> {
  const shoots: Shoot[] = []
  const differing: ShootVersion[] = []
  for (const [key, shoot] of listed) {
    const known = findFreshShoot(inventory, key, shoot)
    if (known === null) differing.push(shoot)
    else shoots.push(known)
  }
  if (differing.length > MAX_READ) return null
  const read = await mapConcurrently(differing, MAX_CONCURRENT, shoot => readShoot(client, shoot, {}))
  shoots.push(...read.filter(shoot => shoot !== null))
  for (const shoot of inventory.shoots()) {
    const key = shootKey(shoot)
    const version = inventory.shootVersion(key)
    // A shoot that the list lacks is deleted, unless it is newer than the list.
    if (!listed.has(key) && (version === null || isNewerVersion(version, at) !== false)) shoots.push(shoot)
  }
  return shoots
}

/** The inventory's copy of a listed shoot; null when it is or may be older than the list. */
function findFreshShoot(inventory: ReadParts['inventory'], key: string, { uid, version }: ShootVersion): Shoot | null {
  const known = inventory.shoot(key)
  const knownVersion = inventory.shootVersion(key)
  if (known === null || knownVersion === null || version === '') return null
  const isSame = known.uid === uid && knownVersion === version
  return isSame || isNewerVersion(knownVersion, version) === true ? known : null
}
