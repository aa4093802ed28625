import { type Journal, memoryJournal } from '#embedded-garden/storage/journal.ts'
import type { JournalRecord } from '#embedded-garden/storage/journal-record.ts'
import type { Store } from '#embedded-garden/storage/store.ts'
import type { ShootIdentity } from './shoot-identity.ts'

/** Where the objects inside the shoots are kept while no server of theirs is in memory. */
export interface ShootStates {
  /** What is kept of a shoot, and where its next changes go. Throws what the file system says. */
  open(shoot: ShootIdentity): { readonly journal: Journal; readonly records: Iterable<JournalRecord> }
  /** The server of an opened shoot goes; its store is not written to any more. */
  close(shoot: ShootIdentity, store: Store): void
  /** The shoot is gone, and its objects with it. */
  forget(shoot: ShootIdentity): void
}

/** Keeps them in memory, as nothing but their bytes. */
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
