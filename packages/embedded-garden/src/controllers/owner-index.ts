import { type JsonObject, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { metadataBytes, type Stored } from '#embedded-garden/storage/stored.ts'

const OWNERS = Buffer.from('"ownerReferences"')

/** Index from an owner's uid to its dependents. The caller chooses the ids that identify dependents. */
export class OwnerIndex {
  readonly #dependents = new Map<string, Set<string>>()
  readonly #owners = new Map<string, readonly string[]>()

  /** Records an object's present owners; returns whether it has any. */
  set(id: string, stored: Stored): boolean {
    const bytes = metadataBytes(stored)
    if (!bytes.includes(OWNERS)) {
      this.remove(id)
      return false
    }
    const metadata = JSON.parse(bytes.toString()) as JsonObject
    this.remove(id)
    const owners = objectsAt(metadata, 'ownerReferences').map(owner => stringAt(owner, 'uid'))
    this.#owners.set(id, owners)
    for (const owner of owners) this.#dependents.set(owner, (this.#dependents.get(owner) ?? new Set()).add(id))
    return owners.length > 0
  }

  remove(id: string): void {
    for (const owner of this.#owners.get(id) ?? []) {
      const dependents = this.#dependents.get(owner)
      dependents?.delete(id)
      if (dependents?.size === 0) this.#dependents.delete(owner)
    }
    this.#owners.delete(id)
  }

  dependentsOf(owner: string): readonly string[] {
    return [...(this.#dependents.get(owner) ?? [])]
  }
}
