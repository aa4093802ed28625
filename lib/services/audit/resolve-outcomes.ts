import { type AuditLog, CONSOLE_ACTOR } from '#lib/store/audit/audit-log.ts'
import type { JsonValue, Outcome } from '#lib/store/audit/entry.ts'
import { type AuditRecord, listAudit } from '#lib/store/audit/records.ts'
import type { Db } from '#lib/store/database/client.ts'

/** The outcome of an audit record, as found later. */
export interface ResolvedOutcome {
  readonly outcome: Outcome
  readonly detail: string
  /** Targets beside those of the record. */
  readonly targets?: readonly string[]
  readonly after?: JsonValue
}

/** Finds the outcomes of audit records of one kind. */
export interface OutcomeResolver {
  readonly actions: readonly string[]
  /** Whether a record belongs to this kind: claims and bindings both have a release. */
  isOwn(entry: AuditRecord): boolean
  /** Null: the outcome is still unknown. */
  resolve(entry: AuditRecord): Promise<ResolvedOutcome | null>
}

interface OutcomeParts {
  readonly db: Db
  readonly audit: Pick<AuditLog, 'outcome'>
}

/** Records per batch. */
const MAX_BATCH = 100

/**
 * Resolves records with unknown outcomes, in batches from the newest to the oldest, then from the
 * start again: records that stay unknown do not block older ones.
 */
export class UnknownOutcomes {
  readonly #parts: OutcomeParts
  readonly #lookers: readonly OutcomeResolver[]
  #before: bigint | undefined

  constructor(parts: OutcomeParts, resolvers: readonly OutcomeResolver[]) {
    this.#parts = parts
    this.#lookers = resolvers
  }

  /**
   * Resolves one batch and records the outcomes. Called periodically. Returns the number of
   * resolved records.
   */
  async settle(): Promise<number> {
    let settled = 0
    for (const entry of await this.#nextTurn()) {
      const resolver = this.#lookers.find(each => each.actions.includes(entry.action) && each.isOwn(entry))
      const found = (await resolver?.resolve(entry)) ?? null
      if (found === null) continue
      await this.#parts.audit.outcome({ intent: entry.seq, actor: CONSOLE_ACTOR, ...found })
      if (found.outcome !== 'unknown') settled++
    }
    return settled
  }

  async #nextTurn(): Promise<readonly AuditRecord[]> {
    const filter = { action: this.#lookers.flatMap(({ actions }) => actions), outcome: 'unknown' } as const
    const before = this.#before
    const found = await listAudit(this.#parts.db, filter, { limit: MAX_BATCH, ...(before !== undefined && { before }) })
    this.#before = found.length < MAX_BATCH ? undefined : found.at(-1)?.seq
    return found
  }
}

/** By then a server has given up a request, and a transaction without a client has ended. */
const IN_FLIGHT_MS = 120_000

/**
 * Whether the write of an audit record may still land. `at`: time of the record in ISO 8601; `now`:
 * milliseconds since 1970.
 */
export function mayStillLand({ at }: { readonly at: string }, now: number): boolean {
  return now - Date.parse(at) < IN_FLIGHT_MS
}
