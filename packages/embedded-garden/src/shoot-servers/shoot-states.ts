import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { ShootIdentity } from '#embedded-garden/shoot-access/shoot-identity.ts'
import { type Journal, type JournalPlace, memoryJournal, openJournal } from '#embedded-garden/storage/journal.ts'
import type { JournalRecord } from '#embedded-garden/storage/journal-record.ts'
import { compact, type Store } from '#embedded-garden/storage/store.ts'

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

/** Amount of history above which a file is compacted when its server stops. */
const GARBAGE_BYTES = 64 * 1024

/** Persists the objects of each shoot in a separate file. */
export class FolderShootStates implements ShootStates {
  readonly #folder: string
  readonly #place: JournalPlace

  /** Creates the folder. Throws file system errors. */
  constructor(folder: string, place: JournalPlace) {
    this.#folder = folder
    this.#place = place
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  open(shoot: ShootIdentity) {
    return openJournal(this.#file(shoot), this.#place)
  }

  close(shoot: ShootIdentity, store: Store): void {
    if (store.journal.isDamaged || store.journal.size - store.liveBytes() > GARBAGE_BYTES)
      compact(store, this.#file(shoot), this.#place)
    store.journal.close()
  }

  forget(shoot: ShootIdentity): void {
    this.#place.beforeWrite()
    rmSync(this.#file(shoot), { force: true })
  }

  /** Removes the files of shoots that no longer exist. */
  sweep(exists: (shoot: ShootIdentity) => boolean): void {
    this.#place.beforeWrite()
    for (const file of readdirSync(this.#folder)) {
      const [namespace = '', name = '', uid = ''] = path.basename(file, '.log').split('_')
      if (!exists({ namespace, name, uid })) rmSync(path.join(this.#folder, file), { force: true })
    }
  }

  /** Names in Kubernetes contain no underscore. */
  #file({ namespace, name, uid }: ShootIdentity): string {
    return path.join(this.#folder, `${namespace}_${name}_${uid}.log`)
  }
}
