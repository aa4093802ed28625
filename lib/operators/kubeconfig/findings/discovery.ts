/** A resource or subresource as the cluster's discovery names it. */
export interface DiscoveredResource {
  /** `pods`, `pods/log`. */
  readonly name: string
  readonly kind: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly namespaced: boolean
  readonly verbs: readonly string[]
}

/** What a cluster serves. */
export interface Discovery {
  /** Every group; '' = core. null = its resources were not asked for, or its server did not answer. */
  readonly groups: ReadonlyMap<string, readonly DiscoveredResource[] | null>
}

/** A resource of a group by its exact name. */
export function resourceIn({ groups }: Discovery, group: string, name: string): DiscoveredResource | null {
  return groups.get(group)?.find(each => each.name === name) ?? null
}

/**
 * The resource somebody means by a kind (`Secret`), a singular, a short name or a name in the wrong case; null for none. A
 * subresource is looked for below the resource so found.
 */
export function meantResource({ groups }: Discovery, group: string, word: string): DiscoveredResource | null {
  const [first = '', sub] = word.toLowerCase().split('/')
  const resources = groups.get(group) ?? []
  const main = resources.find(
    each =>
      !each.name.includes('/') &&
      [each.name, each.kind.toLowerCase(), each.singular, ...each.shortNames].includes(first),
  )
  if (main === undefined || sub === undefined) return main ?? null
  return resources.find(each => each.name === `${main.name}/${sub}`) ?? null
}
