import { type AuditRecord, listAudit } from '#lib/store/audit/list.ts'
import type { Db } from '#lib/store/database/client.ts'

/** Entries of one turn. */
const MOST = 100

/**
 * Entries whose outcome nobody knows, of any age, in turns: from the newest to the oldest, and then again. So those that stay
 * unknown keep nobody from looking at older ones.
 */
export class UnknownTurns {
  readonly #actions: readonly string[]
  #before: bigint | undefined

  constructor(actions: readonly string[]) {
    this.#actions = actions
  }

  async next(db: Db): Promise<readonly AuditRecord[]> {
    const filter = { action: this.#actions, outcome: 'unknown' } as const
    const before = this.#before
    const found = await listAudit(db, filter, { limit: MOST, ...(before !== undefined && { before }) })
    this.#before = found.length < MOST ? undefined : found.at(-1)?.seq
    return found
  }
}
