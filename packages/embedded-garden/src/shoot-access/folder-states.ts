import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { compactJournal, JournalError, type JournalPlace, openJournal } from '#embedded-garden/storage/journal.ts'
import type { Store } from '#embedded-garden/storage/store.ts'
import type { ShootIdentity } from './shoot-identity.ts'
import type { ShootStates } from './shoot-states.ts'

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
    if (store.journal.isDamaged || store.journal.size - store.liveBytes() > GARBAGE_BYTES) this.#compact(shoot, store)
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

  /** A failed compaction, as on a full disk, leaves the existing file in place. */
  #compact(shoot: ShootIdentity, store: Store): void {
    try {
      store.replaceJournal(compactJournal(this.#file(shoot), store.records(), this.#place))
    } catch (error) {
      if (!(error instanceof JournalError)) throw error
    }
  }

  /** Names in Kubernetes hold no underscore. */
  #file({ namespace, name, uid }: ShootIdentity): string {
    return path.join(this.#folder, `${namespace}_${name}_${uid}.log`)
  }
}
