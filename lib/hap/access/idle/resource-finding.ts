import {
  type DiscoveredResource,
  type Discovery,
  groupsMeant,
  groupsOfWord,
  meantResource,
  resourceIn,
} from './discovery.ts'

interface ResourceProblem {
  readonly message: string
  /** `applications`; null when nobody can know. */
  readonly suggestion: string | null
  /** Where the resource is found when it is in none of the rule's groups. */
  readonly group: string | null
}

/** What the kubelet itself asks about (kubelet authorisation): discovery never lists it. */
const OF_KUBELET = new Set(
  ['checkpoint', 'configz', 'healthz', 'log', 'metrics', 'pods', 'spec', 'stats'].map(sub => `nodes/${sub}`),
)

export function isOfKubelet(groups: readonly string[], resource: string): boolean {
  return OF_KUBELET.has(resource) && groups.some(group => group === '' || group === '*')
}

/**
 * Why an entry of resources is nothing in any of `groups` (those the rule means); null when it is something. RBAC compares
 * plural names letter by letter, so a kind, a singular or a short name grants nothing.
 */
export function resourceProblem(
  discovery: Discovery,
  groups: readonly string[],
  resource: string,
): ResourceProblem | null {
  if (resource === '*' || resource.startsWith('*/') || isOfKubelet(groups, resource)) return null
  const meant = groupsMeant(discovery, groups)
  if (meant.some(group => resourceIn(discovery, group, resource) !== null)) return null
  const here = firstOf(meant, group => meantResource(discovery, group, resource))
  if (here !== null) return { message: howWritten(resource, here.found), suggestion: here.found.name, group: null }
  const dotted = resource.indexOf('.')
  const [word, suffix] = dotted < 0 ? [resource, null] : [resource.slice(0, dotted), resource.slice(dotted + 1)]
  // Of a group that does not tell, only what no group can have is known.
  const isUnknown = meant.some(group => discovery.groups.get(group) === null)
  const elsewhere = isUnknown
    ? null
    : firstOf(groupsOfWord(discovery, word), group =>
        suffix === null || suffix === group ? meantResource(discovery, group, word) : null,
      )
  if (elsewhere !== null) {
    const { group, found } = elsewhere
    const home = group === '' ? 'the core group (an empty text in apiGroups)' : `the API group ${group}`
    return { message: `that resource is in ${home}`, suggestion: found.name, group }
  }
  if (/[A-Z]/.test(resource)) {
    // Most plurals are the kind with an s; the cluster does not know it, so this is all that can be said.
    const plural = pluralOf(resource.toLowerCase())
    return {
      message: 'that is a kind; a rule names resources, by their plural in lower case',
      suggestion: plural,
      group: null,
    }
  }
  return isUnknown ? null : { message: 'the cluster has no such resource', suggestion: null, group: null }
}

function howWritten(written: string, { kind, singular, shortNames, name }: DiscoveredResource): string {
  const word = written.split('/')[0] ?? written
  if (word === kind) return 'that is a kind; a rule names resources, by their plural in lower case'
  if (word === singular) return 'that is the singular; a rule names resources by their plural'
  if (shortNames.includes(word)) return 'that is a short name of kubectl; a rule names resources by their plural'
  return `resources are written in lower case, ${name}`
}

/** English plurals as Kubernetes makes them (meta.UnsafeGuessKindToResource). */
function pluralOf(word: string): string {
  if (word.endsWith('s')) return `${word}es`
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`
}

function firstOf<T>(groups: readonly string[], look: (group: string) => T | null): { group: string; found: T } | null {
  for (const group of groups) {
    const found = look(group)
    if (found !== null) return { group, found }
  }
  return null
}
