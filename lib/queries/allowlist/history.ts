import { changeBetween, type MultiAccountChange } from '#lib/hap/lifecycle/multi-account-change.ts'
import type { Db } from '#lib/store/database/client.ts'
import { listRevisions, type Revision } from '#lib/store/multi-account/revision.ts'

/** A version of the settings with what it changed. */
export interface HistoryEntry extends Revision {
  /** Against the version before; null for the first one, before which a file applied. */
  readonly change: MultiAccountChange | null
}

export interface AllowlistHistory {
  /** From the newest on. */
  readonly entries: readonly HistoryEntry[]
  /** Whether there are older ones. */
  readonly more: boolean
}

/** The last versions of allowlist and limits. */
export async function allowlistHistory(db: Db, limit: number): Promise<AllowlistHistory> {
  const revisions = await listRevisions(db, { limit: limit + 1 })
  const entries = revisions.slice(0, limit).map((revision, place) => {
    const previous = revisions[place + 1]
    return { ...revision, change: previous ? changeBetween(previous.multiAccount, revision.multiAccount) : null }
  })
  return { entries, more: revisions.length > limit }
}
