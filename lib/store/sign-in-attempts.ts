import { createHmac } from 'node:crypto'
import type { Secret } from '#lib/util/secret.ts'
import type { Store } from './store.ts'

/** Slots per hash; the table has at most twice this number of rows. */
const SLOTS = 4_096

export interface AttemptLimits {
  /** Attempts that are permitted at once after a pause. */
  readonly burst: number
  /** Attempts that drain per second. */
  readonly perSecond: number
}

/**
 * Counts sign-in attempts in the database: restarts forget nothing, and all processes count
 * together. A key has two slots, found by a hash that requires `secret`, and counts as its emptier
 * slot. A key that shares a slot with a flood is slowed down only if its other slot is flooded,
 * too, and no number of keys evicts a count. Levels drain by the database's clock.
 */
export class SignInAttempts {
  readonly #store: Store
  readonly #secret: Secret<string>
  readonly #limits: AttemptLimits

  constructor(store: Store, secret: Secret<string>, limits: AttemptLimits) {
    this.#store = store
    this.#secret = secret
    this.#limits = limits
  }

  /**
   * Counts `cost` for a key. Returns 0 when the attempt is permitted, else the seconds to wait.
   * Throws StoreError.
   */
  async take(key: string, cost: number): Promise<number> {
    const { burst, perSecond } = this.#limits
    const [first, second] = this.#slotsOf(key)
    // In constant order, so that two statements do not deadlock. Refused attempts fill nothing, so
    // repeating them does not extend the wait.
    const levels = await this.#store.db.$queryRaw<{ level: number }[]>`
      INSERT INTO sign_in_slot AS kept (slot, level, at)
      VALUES (${first}, ${cost}::float8, now()), (${second}, ${cost}::float8, now())
      ON CONFLICT (slot) DO UPDATE SET at = now(), level = LEAST(${burst + cost}::float8,
        GREATEST(0, kept.level - EXTRACT(EPOCH FROM now() - kept.at)::float8 * ${perSecond}::float8) + ${cost}::float8)
      RETURNING level`
    const over = Math.min(...levels.map(({ level }) => level)) - burst
    return over <= 0 ? 0 : Math.ceil(over / perSecond)
  }

  #slotsOf(key: string): readonly [number, number] {
    const digest = createHmac('sha256', this.#secret.reveal()).update(key).digest()
    return [digest.readUInt32LE(0) % SLOTS, SLOTS + (digest.readUInt32LE(4) % SLOTS)]
  }
}
