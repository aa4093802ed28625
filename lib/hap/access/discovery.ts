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

/** The groups that the groups of a rule stand for. */
export function groupsMeant({ groups }: Discovery, named: readonly string[]): readonly string[] {
  return named.includes('*') ? [...groups.keys()] : named
}

/** A resource of a group by its exact name. */
export function resourceIn({ groups }: Discovery, group: string, name: string): DiscoveredResource | null {
  return indexOf(groups.get(group)).byName.get(name) ?? null
}

/**
 * The resource somebody means by a kind (`Secret`), a singular, a short name or a name in the wrong case; null for none. A
 * subresource is looked for below the resource so found.
 */
export function meantResource({ groups }: Discovery, group: string, word: string): DiscoveredResource | null {
  const [first = '', sub] = word.toLowerCase().split('/')
  const { byName, byWord } = indexOf(groups.get(group))
  const main = byWord.get(first)
  if (main === undefined || sub === undefined) return main ?? null
  return byName.get(`${main.name}/${sub}`) ?? null
}

/** The groups, in their order, in which somebody may mean something by a word. */
export function groupsOfWord({ groups }: Discovery, word: string): readonly string[] {
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
  /** Without subresources; the first of a word counts. */
  readonly byWord: ReadonlyMap<string, DiscoveredResource>
}

/** Rules may have thousands of words, and a cluster thousands of resources: each of ones is not compared with each of the others. */
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
