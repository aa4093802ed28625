import { type KubeObject, nameOf, namespaceOf } from '#embedded-garden/object.ts'
import { Collection, type Indexer } from './collection.ts'
import { compactJournal, type Journal, JournalError, type JournalPlace, memoryJournal } from './journal.ts'
import type { JournalRecord } from './journal-record.ts'
import { markerOf } from './journal-replay.ts'
import { freeze, restoreStored, type Stored, storageKey, thaw, withRevision } from './stored.ts'
import type { Change, ChangeType, WindowLimits } from './window.ts'

/** First revision of a new store. Lower resourceVersions are too old, as on a server with some uptime. */
const FIRST_REVISION = 200

interface StoreOptions {
  readonly journal?: Journal
  readonly window?: WindowLimits
}

/** Every object of the garden, and the common counter of resourceVersions. */
export class Store {
  readonly #collections = new Map<string, Collection>()
  readonly #listeners = new Set<(resource: string, change: Change) => void>()
  readonly #window: WindowLimits | undefined
  #journal: Journal
  #revision = FIRST_REVISION
  /** Revisions before this one are no longer readable by continue tokens. */
  #compacted = 0

  constructor(options: StoreOptions = {}) {
    this.#journal = options.journal ?? memoryJournal
    this.#window = options.window
  }

  get revision(): number {
    return this.#revision
  }

  get compactedRevision(): number {
    return this.#compacted
  }

  get journal(): Journal {
    return this.#journal
  }

  /** The collection of a resource such as `shoots.core.gardener.cloud`; created when missing. */
  collection(resource: string): Collection {
    let collection = this.#collections.get(resource)
    if (!collection) {
      collection = new Collection(this.#revision, this.#window)
      this.#collections.set(resource, collection)
    }
    return collection
  }

  /** The resources with present or former objects. */
  resources(): string[] {
    return [...this.#collections.keys()]
  }

  /** Calls `listener` with every change of any resource, including later ones. */
  subscribe(listener: (resource: string, change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  index(resource: string, indexer: Indexer | undefined): void {
    this.collection(resource).index(indexer)
  }

  get(resource: string, namespace: string, name: string): Stored | null {
    return this.#collections.get(resource)?.get(storageKey(namespace, name)) ?? null
  }

  read(resource: string, namespace: string, name: string): KubeObject | null {
    const stored = this.get(resource, namespace, name)
    return stored ? thaw(stored) : null
  }

  /** Writes a new state of an object, first to the journal. Throws JournalError without a change when that fails. */
  put(resource: string, object: KubeObject): Stored {
    const collection = this.collection(resource)
    const previous = collection.get(storageKey(namespaceOf(object), nameOf(object)))
    const stored = freeze(object, this.#revision + 1, collection.fieldsOf(object))
    this.#commit(resource, collection, previous ? 'MODIFIED' : 'ADDED', stored, previous)
    return stored
  }

  /** Removes an object; returns its last state with the revision of the deletion. */
  remove(resource: string, previous: Stored): Stored {
    const last = withRevision(previous, this.#revision + 1)
    this.#commit(resource, this.collection(resource), 'DELETED', last, previous)
    return last
  }

  /** Fast path for a whole landscape: stores many objects with one write and without events. */
  load(resource: string, objects: readonly KubeObject[]): void {
    const collection = this.collection(resource)
    const stored = objects.map((object, i) => freeze(object, this.#revision + 1 + i, collection.fieldsOf(object)))
    this.#journal.append(stored.map(state => recordOf(resource, state)))
    collection.load(stored)
    this.#revision += stored.length
    this.forgetHistory()
  }

  /** Loads the records of the journal. Watches can start at the present revision and later. */
  restore(records: Iterable<JournalRecord>): void {
    const states = new Map<string, Map<string, JournalRecord>>()
    for (const record of records) {
      this.#revision = Math.max(this.#revision, record.revision)
      const objects = states.get(record.resource) ?? new Map<string, JournalRecord>()
      states.set(record.resource, objects)
      if (record.bytes) objects.set(record.key, record)
      else objects.delete(record.key)
    }
    for (const [resource, objects] of states) {
      if (objects.size === 0) continue
      const collection = this.collection(resource)
      collection.window.forget(this.#revision)
      collection.load([...objects.values()].map(record => restored(collection, record)))
    }
  }

  /** The records of a compacted journal: one per object between two markers. */
  *records(): Generator<JournalRecord> {
    yield markerOf(this.#revision)
    for (const [resource, collection] of this.#collections)
      for (const stored of collection.entries('')) yield recordOf(resource, stored)
    // A second marker, because one of the two may be damaged.
    yield markerOf(this.#revision)
  }

  /** Bytes of all objects: the approximate size of a compacted journal. */
  liveBytes(): number {
    let total = 0
    for (const collection of this.#collections.values())
      for (const stored of collection.entries('')) total += stored.bytes.length
    return total
  }

  replaceJournal(journal: Journal): void {
    this.#journal.close()
    this.#journal = journal
  }

  /** Drops the history of lists, so that continue tokens expire, as after a compaction of etcd. */
  compact(): void {
    this.#compacted = this.#revision
  }

  /** As after a restart: watches can start at the present revision and later. */
  forgetHistory(): void {
    for (const collection of this.#collections.values()) collection.window.forget(this.#revision)
  }

  #commit(resource: string, collection: Collection, type: ChangeType, object: Stored, previous: Stored | null): void {
    const bytes = type === 'DELETED' ? null : object.bytes
    this.#journal.append([{ revision: object.revision, resource, key: object.key, bytes }])
    this.#revision = object.revision
    const change: Change = { type, revision: object.revision, object, previous }
    collection.apply(change)
    for (const listener of this.#listeners) listener(resource, change)
  }
}

function recordOf(resource: string, stored: Stored): JournalRecord {
  return { revision: stored.revision, resource, key: stored.key, bytes: stored.bytes }
}

function restored(collection: Collection, { key, revision, bytes }: JournalRecord): Stored {
  return restoreStored(key, revision, bytes ?? Buffer.from('{}'), object => collection.fieldsOf(object))
}

/** The journal size below which compaction is not worthwhile. */
const MIN_BYTES = 16 * 1024 * 1024
/** The ratio of journal size to live bytes above which the journal is compacted. */
const GARBAGE_FACTOR = 2

/** Compacts the journal when most of it is history or parts of it are unreadable. */
export function compactIfWorthwhile(store: Store, file: string, place?: JournalPlace): void {
  const { size, isDamaged } = store.journal
  if (!isDamaged && (size <= MIN_BYTES || size <= GARBAGE_FACTOR * store.liveBytes())) return
  compact(store, file, place)
}

/** Replaces the journal by one without history. A failed compaction, for example on a full disk, keeps the existing file. */
export function compact(store: Store, file: string, place?: JournalPlace): void {
  try {
    store.replaceJournal(compactJournal(file, store.records(), place))
  } catch (error) {
    if (!(error instanceof JournalError)) throw error
  }
}
