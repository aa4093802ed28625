import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { JsonValue, Outcome } from '#lib/store/audit/entry.ts'
import { CONSOLE } from '#lib/store/audit/forgotten.ts'
import { type AuditRecord, listAudit } from '#lib/store/audit/list.ts'
import type { Db } from '#lib/store/database/client.ts'

/** What is known of an entry now. */
export interface ResolvedOutcome {
  readonly outcome: Outcome
  readonly detail: string
  /** What it was done to beside what the entry names. */
  readonly targets?: readonly string[]
  readonly after?: JsonValue
}

/** Finds out what came of entries of one kind. */
export interface OutcomeResolver {
  readonly actions: readonly string[]
  /** Whether an entry of these actions is of its kind: claims and bindings both have a release. */
  isOwn(entry: AuditRecord): boolean
  /** Null: nothing new can be told. */
  resolve(entry: AuditRecord): Promise<ResolvedOutcome | null>
}

interface OutcomeParts {
  readonly db: Db
  readonly audit: Pick<AuditLog, 'outcome'>
}

/** Entries of one turn. */
const MAX_BATCH = 100

/**
 * Entries whose outcome nobody knows, of any age, in turns from the newest to the oldest, and then again: those that stay unknown
 * keep nobody from looking at older ones.
 */
export class UnknownOutcomes {
  readonly #parts: OutcomeParts
  readonly #lookers: readonly OutcomeResolver[]
  #before: bigint | undefined

  constructor(parts: OutcomeParts, resolvers: readonly OutcomeResolver[]) {
    this.#parts = parts
    this.#lookers = resolvers
  }

  /** Looks at the entries of one turn, and notes what came of them. To be called now and then. Out: how many are known now. */
  async settle(): Promise<number> {
    let settled = 0
    for (const entry of await this.#nextTurn()) {
      const resolver = this.#lookers.find(each => each.actions.includes(entry.action) && each.isOwn(entry))
      const found = (await resolver?.resolve(entry)) ?? null
      if (found === null) continue
      await this.#parts.audit.outcome({ intent: entry.seq, actor: CONSOLE, ...found })
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

/** A server gives up on a request, and a transaction whose client is gone is over, after this long at the latest. */
const IN_FLIGHT_MS = 120_000

/** Whether what an entry of the audit log began may still land. `at`: of the entry, as ISO 8601; `now`: milliseconds since 1970. */
export function mayStillLand({ at }: { readonly at: string }, now: number): boolean {
  return now - Date.parse(at) < IN_FLIGHT_MS
}
