/** A resource or subresource as listed by Kubernetes discovery. */
export interface DiscoveredResource {
  /** `pods`, `pods/log`. */
  readonly name: string
  readonly kind: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly namespaced: boolean
  readonly verbs: readonly string[]
}

/** API groups and resources that a cluster serves. */
export interface Discovery {
  /** Resources by group; '' is the core group, null a group without a discovery response. */
  readonly groups: ReadonlyMap<string, readonly DiscoveredResource[] | null>
}

/** Expands `*` to all groups of the cluster. */
export function expandGroups({ groups }: Discovery, named: readonly string[]): readonly string[] {
  return named.includes('*') ? [...groups.keys()] : named
}

/** Returns the resource of a group with exactly this name; null when absent. */
export function findResource({ groups }: Discovery, group: string, name: string): DiscoveredResource | null {
  return indexOf(groups.get(group)).byName.get(name) ?? null
}

/**
 * Returns the resource that a kind (`Secret`), a singular, a short name or a differently cased name
 * refers to; null for none. A subresource is resolved below that resource.
 */
export function guessResource({ groups }: Discovery, group: string, word: string): DiscoveredResource | null {
  const [first = '', sub] = word.toLowerCase().split('/')
  const { byName, byWord } = indexOf(groups.get(group))
  const main = byWord.get(first)
  if (main === undefined || sub === undefined) return main ?? null
  return byName.get(`${main.name}/${sub}`) ?? null
}

/** Lists the groups with a resource that a word may refer to, in discovery order. */
export function groupsWithWord({ groups }: Discovery, word: string): readonly string[] {
  let known = groupsByWord.get(groups)
  if (known === undefined) {
    const found = new Map<string, string[]>()
    for (const [group, resources] of groups)
      for (const each of indexOf(resources).byWord.keys()) {
        const others = found.get(each)
        if (others === undefined) found.set(each, [group])
        else others.push(group)
      }
    known = found
    groupsByWord.set(groups, known)
  }
  return known.get(word.toLowerCase().split('/')[0] ?? '') ?? []
}

const groupsByWord = new WeakMap<Discovery['groups'], ReadonlyMap<string, readonly string[]>>()

interface Index {
  readonly byName: ReadonlyMap<string, DiscoveredResource>
  /** Main resources only; the first resource of a word wins. */
  readonly byWord: ReadonlyMap<string, DiscoveredResource>
}

/** Indexes per list: a request may have thousands of rules and a cluster thousands of resources. */
const indices = new WeakMap<readonly DiscoveredResource[], Index>()
const NOTHING: Index = { byName: new Map(), byWord: new Map() }

function indexOf(resources: readonly DiscoveredResource[] | null | undefined): Index {
  if (!resources) return NOTHING
  const known = indices.get(resources)
  if (known !== undefined) return known
  const byName = new Map<string, DiscoveredResource>()
  const byWord = new Map<string, DiscoveredResource>()
  for (const each of resources) {
    const { name, kind, singular, shortNames } = each
    if (!byName.has(name)) byName.set(name, each)
    if (name.includes('/')) continue
    for (const word of [name, kind.toLowerCase(), singular, ...shortNames])
      if (!byWord.has(word)) byWord.set(word, each)
  }
  const index = { byName, byWord }
  indices.set(resources, index)
  return index
}
