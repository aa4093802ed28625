import { createHmac } from 'node:crypto'
import type { Secret } from '#lib/secret.ts'
import type { Store } from './store.ts'

/** Slots of each row; the table never has more than twice as many rows. */
const SLOTS = 4_096

export interface AttemptLimits {
  /** What may be tried at once by somebody who was quiet. */
  readonly burst: number
  /** What drains away a second. */
  readonly perSecond: number
}

/**
 * Counts what was tried to sign in, in the database: a restart forgets nothing, and all processes count together. A key has two slots,
 * found by a hash that only who knows `secret` can foresee, and counts as the emptier one does: whoever shares a slot with a flood is
 * slowed down only if the other one is shared with it too, and no number of keys makes anybody's count forgotten. Levels drain by the
 * clock of the database.
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

  /** Counts `cost` for a key. Out: 0 when it may go on, else after how many seconds it may. Throws StoreError. */
  async take(key: string, cost: number): Promise<number> {
    const { burst, perSecond } = this.#limits
    const [first, second] = this.#slotsOf(key)
    // Always in the same order, so that no two wait for each other. What is refused fills nothing: the wait does not grow by asking.
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
