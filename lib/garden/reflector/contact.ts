import type { GardenError } from '#lib/garden/client/garden-error.ts'

export type Phase = 'starting' | 'live' | 'reconnecting' | 'stale' | 'refused'

export interface ContactState {
  /** `stale`: has data, and no contact for longer than the bound. `refused`: the role does not allow it (403). */
  readonly phase: Phase
  /** Epoch milliseconds of the last sign of the server; null before the first. */
  readonly lastContactAt: number | null
  /** The failure that ended being live; null while live. */
  readonly error: GardenError | null
  /** The first list is complete. */
  readonly complete: boolean
  /** The server does not serve the resource: what is known of it is what was known last, or nothing. */
  readonly absent: boolean
  /** Objects that cannot be read, as far as they are remembered. */
  readonly skipped: readonly SkippedObject[]
}

/** What one source knows about its own freshness. `onChange` is told of every change but the mere passing of time. */
export class Contact {
  #clock: () => number
  #staleAfterMs: number
  #onChange: () => void
  #phase: Exclude<Phase, 'stale'> = 'starting'
  #lastContactAt: number | null = null
  #error: GardenError | null = null
  #complete = false
  #absent = false
  #reached: string | null = null
  readonly #skipped = new SkippedObjects()

  constructor(options: { clock: () => number; staleAfterMs: number; onChange: () => void }) {
    this.#clock = options.clock
    this.#staleAfterMs = options.staleAfterMs
    this.#onChange = options.onChange
  }

  /** Everything up to this version of the collection is in the sink; null while that is not known. */
  get reached(): string | null {
    return this.#reached
  }

  reach(version: string | null): void {
    this.#reached = version
  }

  /** The server gave a sign of life. */
  touch(): void {
    this.#lastContactAt = this.#clock()
  }

  /** A list begins. */
  listing(): void {
    this.#skipped.beginList()
  }

  listed(): void {
    this.touch()
    const isChanged = this.#skipped.endList()
    if (this.#complete && !isChanged) return
    this.#complete = true
    this.#onChange()
  }

  /** An object cannot be read. `key` null: nor can its name. */
  skipped(key: string | null, skipped: SkippedObject): void {
    if (this.#skipped.skip(key, skipped)) this.#onChange()
  }

  /** An object was read, or deleted. */
  read(key: string): void {
    if (this.#skipped.clear(key)) this.#onChange()
  }

  /** A watch is open. `isContact`: that it opens is a sign of the server; else only what it delivers is one. */
  live({ isContact } = { isContact: true }): void {
    if (isContact) this.touch()
    this.#alive(false)
  }

  /** The server does not serve the resource: there is nothing to follow. */
  notServed(): void {
    this.listed()
    this.#reached = null
    this.#alive(true)
  }

  #alive(absent: boolean): void {
    if (this.#phase === 'live' && this.#absent === absent) return
    this.#phase = 'live'
    this.#absent = absent
    this.#error = null
    this.#onChange()
  }

  failed(error: GardenError): void {
    const phase = error.kind === 'forbidden' ? 'refused' : this.#complete ? 'reconnecting' : 'starting'
    const same = phase === this.#phase && error.message === this.#error?.message
    this.#phase = phase
    this.#error = error
    if (!same) this.#onChange()
  }

  state(): ContactState {
    const silence = this.#clock() - (this.#lastContactAt ?? Number.NEGATIVE_INFINITY)
    // A resource that the server does not know has no watch.
    const absent = this.#absent && this.#phase === 'live'
    const isWatched = this.#complete && !absent
    const stale = isWatched && silence > this.#staleAfterMs
    return {
      phase: stale ? 'stale' : this.#phase,
      lastContactAt: this.#lastContactAt,
      error: this.#error,
      complete: this.#complete,
      absent,
      skipped: this.#skipped.all,
    }
  }
}

/** An object of a collection that cannot be read. The others are followed all the same. */
export interface SkippedObject {
  /** `namespace/name`, as far as they can be read. */
  readonly object: string
  /** What is wrong with it, as a fragment without values. */
  readonly reason: string
}

/** More are not remembered: they likely have the same fault. */
const MAX_REMEMBERED = 1_000

/** The objects of one collection that were skipped, by their keys or, without one, in the order they came. */
class SkippedObjects {
  #current = new Map<string, SkippedObject>()
  #listed: Map<string, SkippedObject> | null = null
  #all: readonly SkippedObject[] = []

  /** The same array until one is skipped or read again. */
  get all(): readonly SkippedObject[] {
    return this.#all
  }

  /** A list begins: what it does not skip is readable again, or gone. */
  beginList(): void {
    this.#listed = new Map()
  }

  /** The list is complete. Out: whether anything changed. */
  endList(): boolean {
    const before = this.#current
    this.#current = this.#listed ?? before
    this.#listed = null
    const isSame =
      before.size === this.#current.size &&
      [...this.#current].every(([key, { reason }]) => before.get(key)?.reason === reason)
    if (!isSame) this.#all = [...this.#current.values()]
    return !isSame
  }

  /** Out: whether it was not skipped for this reason before. `key` null: the object cannot be told apart. */
  skip(key: string | null, skipped: SkippedObject): boolean {
    const objects = this.#listed ?? this.#current
    const known = key ?? `#${objects.size}`
    if (objects.get(known)?.reason === skipped.reason || objects.size >= MAX_REMEMBERED) return false
    objects.set(known, skipped)
    if (this.#listed === null) this.#all = [...objects.values()]
    return true
  }

  /** The object was read, or deleted. Out: whether it was skipped before. */
  clear(key: string): boolean {
    if (this.#listed !== null || !this.#current.delete(key)) return false
    this.#all = [...this.#current.values()]
    return true
  }
}
