import type { Contact, ContactState } from '#lib/garden/reflector/contact.ts'
import type { BindingKind } from '#lib/hap/pools/binding.ts'

export type SourceName = BindingKind | 'Shoot'

/** Freshness of a source. */
export interface SourceFreshness extends ContactState {
  readonly source: SourceName
  /** Milliseconds since the last contact; null before the first. */
  readonly ageMs: number | null
}

/** Sources of an inventory. */
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
   * resourceVersion up to which everything of a source is known; null while that is unknown, no
   * watch is open, or an object is skipped.
   */
  reached(source: SourceName): string | null {
    const contact = this.#contacts.get(source)
    const state = contact?.state()
    // After a restore the server may be behind the version of a broken watch.
    return contact && state?.phase === 'live' && state.skipped.length === 0 ? contact.reached : null
  }

  /** Kinds of bindings that the server does not serve, with the time since when. */
  get unserved(): ReadonlyMap<SourceName, number> {
    return this.#unserved
  }

  /** Records since when each source is not served. Call it after the state of a contact changed. */
  changed(): void {
    const absent = [...this.#contacts].filter(([, contact]) => contact.state().absent)
    this.#unserved = new Map(absent.map(([source]) => [source, this.#unserved.get(source) ?? this.#clock()]))
  }

  /** Time of the last contact of a source; null before the first. */
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

/**
 * Whether the inventory has every shoot and every readable binding from a fresh watch. An
 * incomplete landscape is never adopted, and an object missing from it does not count as deleted.
 */
export function landscapeIsRead(inventory: { freshness(): readonly SourceFreshness[] }): boolean {
  const sources = inventory.freshness()
  return (
    sources.some(({ source, complete }) => source === 'Shoot' && complete) &&
    sources.some(({ source, complete }) => source !== 'Shoot' && complete) &&
    sources.every(({ complete, phase }) => (complete ? phase !== 'stale' && phase !== 'refused' : phase === 'refused'))
  )
}
