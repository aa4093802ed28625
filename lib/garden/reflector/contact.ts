import type { GardenError } from '#lib/garden/client/garden-error.ts'

export type Phase = 'starting' | 'live' | 'reconnecting' | 'stale' | 'refused'

export interface ContactState {
  /** `stale`: has data, but no contact within the bound. `refused`: the role forbids it (403). */
  readonly phase: Phase
  /** Time of the last contact in milliseconds since 1970; null before the first. */
  readonly lastContactAt: number | null
  /** Failure since the source was live; null while live. */
  readonly error: GardenError | null
  /** The first list is complete. */
  readonly complete: boolean
  /** The server does not serve the resource: the last known objects stay, or there are none. */
  readonly absent: boolean
  /** Unreadable objects, up to a limit. */
  readonly skipped: readonly SkippedObject[]
}

/** Freshness of one source. Calls `onChange` for every change except the passing of time. */
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

  /** Version up to which the sink is complete; null while unknown. */
  get reached(): string | null {
    return this.#reached
  }

  reach(version: string | null): void {
    this.#reached = version
  }

  /** Records a contact. */
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

  /** Records an unreadable object; `key` null when its name is unreadable, too. */
  skipped(key: string | null, skipped: SkippedObject): void {
    if (this.#skipped.skip(key, skipped)) this.#onChange()
  }

  /** An object was read or deleted. */
  read(key: string): void {
    if (this.#skipped.clear(key)) this.#onChange()
  }

  /** A watch is open. `isContact`: opening it proves contact; otherwise only its deliveries do. */
  live({ isContact } = { isContact: true }): void {
    if (isContact) this.touch()
    this.#alive(false)
  }

  /** The server does not serve the resource, so there is nothing to follow. */
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
    // A resource that is not served has no watch.
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

/** An unreadable object of a collection; the others are followed. */
export interface SkippedObject {
  /** `namespace/name`, as far as readable. */
  readonly object: string
  /** Its fault, as a fragment without values. */
  readonly reason: string
}

/** Further ones are not recorded: they likely have the same fault. */
const MAX_REMEMBERED = 1_000

/** Skipped objects of a collection, by key or, without one, by order. */
class SkippedObjects {
  #current = new Map<string, SkippedObject>()
  #listed: Map<string, SkippedObject> | null = null
  #all: readonly SkippedObject[] = []

  /** The same array until the set changes. */
  get all(): readonly SkippedObject[] {
    return this.#all
  }

  /** A list begins: objects that it does not skip are readable or deleted. */
  beginList(): void {
    this.#listed = new Map()
  }

  /** The list is complete. Returns whether the set changed. */
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

  /**
   * Records a skipped object; `key` null when it has no identity. Returns whether it is new or has
   * a new reason.
   */
  skip(key: string | null, skipped: SkippedObject): boolean {
    const objects = this.#listed ?? this.#current
    const known = key ?? `#${objects.size}`
    if (objects.get(known)?.reason === skipped.reason || objects.size >= MAX_REMEMBERED) return false
    objects.set(known, skipped)
    if (this.#listed === null) this.#all = [...objects.values()]
    return true
  }

  /** The object was read or deleted. Returns whether it was skipped before. */
  clear(key: string): boolean {
    if (this.#listed !== null || !this.#current.delete(key)) return false
    this.#all = [...this.#current.values()]
    return true
  }
}
