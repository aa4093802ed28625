import type { Contact, ContactState } from '#lib/garden/reflector/contact.ts'
import type { BindingKind } from '#lib/hap/pools/binding.ts'

export type SourceName = BindingKind | 'Shoot'

/** How fresh what one source delivers is. */
export interface SourceFreshness extends ContactState {
  readonly source: SourceName
  /** Milliseconds since the last sign of the server; null before the first. */
  readonly ageMs: number | null
}

/** The sources an inventory is fed from. */
export class Sources {
  readonly #contacts = new Map<SourceName, Contact>()
  readonly #clock: () => number
  #unserved: ReadonlyMap<SourceName, number> = new Map()

  constructor(clock: () => number) {
    this.#clock = clock
  }

  add(source: SourceName, contact: Contact): void {
    this.#contacts.set(source, contact)
  }

  /**
   * The version of its collection up to which everything a source has is known; null while that is not known, no watch is open, or an
   * object is skipped.
   */
  reached(source: SourceName): string | null {
    const contact = this.#contacts.get(source)
    const state = contact?.state()
    // The server may have gone back in time since a watch broke, as after a restore.
    return contact && state?.phase === 'live' && state.skipped.length === 0 ? contact.reached : null
  }

  /** Kinds of bindings that the server does not serve, with the time since when. */
  get unserved(): ReadonlyMap<SourceName, number> {
    return this.#unserved
  }

  /** A source changed. */
  changed(): void {
    const absent = [...this.#contacts].filter(([, contact]) => contact.state().absent)
    this.#unserved = new Map(absent.map(([source]) => [source, this.#unserved.get(source) ?? this.#clock()]))
  }

  /** When the server last said something about a source; null before the first time. */
  checkedAt(source: SourceName): number | null {
    return this.#contacts.get(source)?.state().lastContactAt ?? null
  }

  freshness(): readonly SourceFreshness[] {
    const now = this.#clock()
    return [...this.#contacts].map(([source, contact]) => {
      const state = contact.state()
      return { source, ...state, ageMs: state.lastContactAt === null ? null : now - state.lastContactAt }
    })
  }
}
