import { apiVersionOf, type Resource } from './resource.ts'

/** Every kind the garden serves; custom kinds come and go with their definitions. */
export class Registry {
  readonly #resources = new Map<string, Resource>()
  readonly #groups = new Map<string, Set<string>>()

  add(resource: Resource): void {
    this.#resources.set(`${apiVersionOf(resource)}/${resource.plural}`, resource)
    const versions = this.#groups.get(resource.group) ?? new Set()
    this.#groups.set(resource.group, versions.add(resource.version))
  }

  remove(resource: Resource): void {
    this.#resources.delete(`${apiVersionOf(resource)}/${resource.plural}`)
    if (this.inGroupVersion(resource.group, resource.version).length > 0) return
    const versions = this.#groups.get(resource.group)
    versions?.delete(resource.version)
    if (versions?.size === 0) this.#groups.delete(resource.group)
  }

  find(group: string, version: string, plural: string): Resource | null {
    return this.#resources.get(`${apiVersionOf({ group, version })}/${plural}`) ?? null
  }

  /** The kind that `apiVersion` and `kind` of an object name. */
  findKind(apiVersion: string, kind: string): Resource | null {
    return this.all().find(resource => resource.kind === kind && apiVersionOf(resource) === apiVersion) ?? null
  }

  all(): Resource[] {
    return [...this.#resources.values()]
  }

  groups(): string[] {
    return [...this.#groups.keys()]
  }

  versions(group: string): string[] {
    return [...(this.#groups.get(group) ?? [])]
  }

  inGroupVersion(group: string, version: string): Resource[] {
    return this.all().filter(resource => resource.group === group && resource.version === version)
  }
}
