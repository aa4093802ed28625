import { compactJournal, JournalError } from './journal.ts'
import type { Store } from './store.ts'

/** A journal below this size is left as it is. */
const LEAST_BYTES = 16 * 1024 * 1024
/** Times what the objects need, at which it is written anew. */
const GARBAGE_FACTOR = 2

/** Writes the journal anew when most of it is history. */
export function compactIfWorthwhile(store: Store, file: string): void {
  const { size } = store.journal
  if (size > LEAST_BYTES && size > GARBAGE_FACTOR * store.liveBytes()) replace(store, file)
}

/** A disk too full for a second file keeps the first. */
function replace(store: Store, file: string): void {
  try {
    store.replaceJournal(compactJournal(file, store.records()))
  } catch (error) {
    if (!(error instanceof JournalError)) throw error
  }
}
