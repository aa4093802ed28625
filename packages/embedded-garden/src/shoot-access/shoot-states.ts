import { type Journal, memoryJournal } from '#embedded-garden/storage/journal.ts'
import type { JournalRecord } from '#embedded-garden/storage/journal-record.ts'
import type { Store } from '#embedded-garden/storage/store.ts'
import type { ShootIdentity } from './shoot-identity.ts'

/** Storage for the objects inside shoots whose servers are not in memory. */
export interface ShootStates {
  /** Returns the stored records of a shoot and the journal for its next changes. Throws file system errors. */
  open(shoot: ShootIdentity): { readonly journal: Journal; readonly records: Iterable<JournalRecord> }
  /** Called when the server of an opened shoot stops; `store` receives no more writes. */
  close(shoot: ShootIdentity, store: Store): void
  /** Deletes the objects of a deleted shoot. */
  forget(shoot: ShootIdentity): void
}

/** Stores the objects in memory, as bytes only. */
export class MemoryShootStates implements ShootStates {
  readonly #records = new Map<string, readonly JournalRecord[]>()

  open({ uid }: ShootIdentity) {
    return { journal: memoryJournal, records: this.#records.get(uid) ?? [] }
  }

  close({ uid }: ShootIdentity, store: Store): void {
    this.#records.set(uid, [...store.records()])
  }

  forget({ uid }: ShootIdentity): void {
    this.#records.delete(uid)
  }
}
