import type { ResourceKind } from '#lib/garden/cleaning-progress.ts'

export interface FakeResource {
  readonly id: string
  readonly kind: ResourceKind
  readonly place: string
  /** Technical id of its cluster; null = none. */
  readonly cluster: string | null
  readonly used: boolean
  /** What the provider made itself. */
  readonly ofProvider: boolean
}

/** What goes wrong with a stand-in of a provider. Counts go down with each answer they spoil. */
export interface Faults {
  throttled: number
  outages: number
  /** No answer at all. */
  silent: boolean
  /** Deleting these is refused. */
  stuck: Set<string>
  /** Lists that still show what was deleted. */
  lag: number
  /** A place that cannot be listed. */
  darkPlace: string | null
}

/** What is in an account of a provider that a stand-in plays. */
export class FakeCloud {
  readonly faults: Faults = { throttled: 0, outages: 0, silent: false, stuck: new Set(), lag: 0, darkPlace: null }
  readonly pageSize = 3
  readonly deletions: string[] = []
  lists = 0
  readonly #resources = new Map<string, FakeResource>()
  readonly #ghosts = new Map<string, { readonly resource: FakeResource; lists: number }>()

  add(resource: FakeResource): void {
    this.#resources.set(resource.id, resource)
  }

  use(id: string, used: boolean): void {
    const resource = this.#resources.get(id)
    if (resource) this.#resources.set(id, { ...resource, used })
  }

  /** What is really there. */
  ids(): readonly string[] {
    return [...this.#resources.keys()]
  }

  /** One page of a list, by the number of resources before it; what is deleted shows in a few more lists. */
  page(kind: ResourceKind, place: string | null, from: number) {
    const fits = (resource: FakeResource) => resource.kind === kind && (place === null || resource.place === place)
    const ghosts = [...this.#ghosts.values()].filter(({ resource, lists }) => lists > 0 && fits(resource))
    const all = [...[...this.#resources.values()].filter(fits), ...ghosts.map(({ resource }) => resource)]
    const items = all.slice(from, from + this.pageSize)
    const next = from + this.pageSize < all.length ? from + this.pageSize : null
    if (next === null) for (const ghost of ghosts) ghost.lists -= 1
    this.lists += 1
    return { items, next }
  }

  find(id: string): FakeResource | null {
    return this.#resources.get(id) ?? null
  }

  remove(id: string): 'deleted' | 'missing' | 'refused' {
    const resource = this.#resources.get(id)
    if (resource === undefined) return 'missing'
    if (resource.used || this.faults.stuck.has(id)) return 'refused'
    this.#resources.delete(id)
    this.deletions.push(id)
    if (this.faults.lag > 0) this.#ghosts.set(id, { resource, lists: this.faults.lag })
    return 'deleted'
  }

  /** How the next answer is spoilt. */
  fault(): 'silent' | 'throttled' | 'outage' | null {
    if (this.faults.silent) return 'silent'
    if (this.faults.throttled > 0) {
      this.faults.throttled -= 1
      return 'throttled'
    }
    if (this.faults.outages > 0) {
      this.faults.outages -= 1
      return 'outage'
    }
    return null
  }
}
