import { compactJournal, JournalError, type JournalPlace } from './journal.ts'
import type { Store } from './store.ts'

/** The journal size below which compaction is not worthwhile. */
const LEAST_BYTES = 16 * 1024 * 1024
/** The ratio of journal size to live bytes above which the journal is compacted. */
const GARBAGE_FACTOR = 2

/** Compacts the journal when most of it is history, or parts of it cannot be read. */
export function compactIfWorthwhile(store: Store, file: string, place?: JournalPlace): void {
  const { size, isDamaged } = store.journal
  if (!isDamaged && (size <= LEAST_BYTES || size <= GARBAGE_FACTOR * store.liveBytes())) return
  try {
    store.replaceJournal(compactJournal(file, store.records(), place))
  } catch (error) {
    // A disk too full for a second file keeps the first.
    if (!(error instanceof JournalError)) throw error
  }
}
