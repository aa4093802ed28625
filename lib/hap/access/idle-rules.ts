import { type LocatedRule, listRules, type RequestedAccess } from './access-rule.ts'
import {
  type DiscoveredResource,
  type Discovery,
  expandGroups,
  findResource,
  groupsWithWord,
  guessResource,
} from './discovery.ts'

/** An entry of a rule that grants nothing in the target cluster. */
interface IdleEntry {
  /** Path of the entry, for example `spec.clusterRole.rules[0].apiGroups[0]`. */
  readonly path: string
  readonly written: string
  readonly message: string
  /** Replacement for the entry; null when none can be derived. */
  readonly suggestion: string | null
}

/** Entries and rules of an access that have no effect. */
export interface IdleReport {
  readonly words: readonly IdleEntry[]
  /** Paths of rules without any effect. */
  readonly idleRules: readonly string[]
  /** True when no rule has an effect. */
  readonly grantsNothing: boolean
}

/**
 * Verbs that authorizers accept although discovery does not list them: escalation checks, signers,
 * policies.
 */
const UNLISTED_VERBS = new Set(['*', 'escalate', 'bind', 'impersonate', 'approve', 'sign', 'attest', 'use'])

const VERB_HINTS: Readonly<Record<string, string>> = {
  read: 'get',
  view: 'get',
  write: 'update',
  edit: 'update',
  add: 'create',
  remove: 'delete',
  put: 'update',
  post: 'create',
  deletecollections: 'deletecollection',
}

/**
 * Finds entries that grant nothing, by the discovery of the target cluster. RBAC accepts any text,
 * so a typo in a rule fails silently.
 */
export function findIdleRules(access: RequestedAccess, discovery: Discovery): IdleReport {
  const rules = listRules(access).filter(({ rule }) => (rule.nonResourceURLs ?? []).length === 0)
  const reports = rules.map(placed => ({ placed, ...checkRule(placed, discovery) }))
  const idleRules = reports.filter(({ idle }) => idle).map(({ placed }) => placed.path)
  return {
    words: reports.flatMap(({ words }) => words),
    idleRules,
    grantsNothing: idleRules.length > 0 && idleRules.length === listRules(access).length,
  }
}

/** Formats an idle entry as one sentence that begins with its path. */
export function describeIdleEntry(word: IdleEntry): string {
  return `${word.path}: ${formatIdleEntry(word)}`
}

/** Formats an idle entry without its path, for a view that shows the path otherwise. */
export function formatIdleEntry({ written, message, suggestion }: IdleEntry): string {
  const instead = suggestion === null ? '' : ` Write ${JSON.stringify(suggestion)}.`
  return `${JSON.stringify(written)} grants nothing: ${message}.${instead}`
}

function checkRule(
  { rule, path, namespace }: LocatedRule,
  discovery: Discovery,
): { words: IdleEntry[]; idle: boolean } {
  const { apiGroups = [], resources = [], verbs } = rule
  const groups = apiGroups.map((group, i) => ({
    at: `${path}.apiGroups[${i}]`,
    group,
    problem: groupProblem(discovery, group),
  }))
  // Resources are judged in the corrected groups, so that a wrong group does not hide a wrong
  // resource.
  const meant = groups.map(({ group, problem }) => problem?.suggestion ?? group)
  const named = resources.map((resource, i) => {
    const at = `${path}.resources[${i}]`
    const problem = resourceProblem(discovery, meant, resource)
    const message = problem?.message ?? scopeProblem(discovery, apiGroups, resource, namespace)
    return { at, resource, message, suggestion: problem?.suggestion ?? null }
  })
  const judged = named.flatMap(({ resource, message, suggestion }) =>
    message === null || suggestion !== null ? inGroups(discovery, meant, suggestion ?? resource) : [],
  )
  const found = named.flatMap(({ resource, message }) =>
    message === null ? inGroups(discovery, apiGroups, resource) : [],
  )
  // A resource that discovery does not list may accept any verb.
  const isOpen = named.some(
    ({ resource, message }) =>
      message === null && (resource.includes('*') || inGroups(discovery, meant, resource).length === 0),
  )
  const words = [
    ...groups.flatMap(({ at, group, problem }) => (problem === null ? [] : [{ path: at, written: group, ...problem }])),
    ...named.flatMap(({ at, resource, message, suggestion }) =>
      message === null ? [] : [{ path: at, written: resource, message, suggestion }],
    ),
    ...(isOpen ? [] : idleVerbs(verbs, path, judged)),
  ]
  const wildcard = apiGroups.includes('*') && resources.some(each => each.includes('*'))
  const unknown = apiGroups.some(group => discovery.groups.get(group) === null)
  return { words, idle: !wildcard && !unknown && !grantsAnything(discovery, rule.verbs, apiGroups, named, found) }
}

function grantsAnything(
  discovery: Discovery,
  verbs: readonly string[],
  groups: readonly string[],
  named: readonly { resource: string; message: string | null }[],
  found: readonly DiscoveredResource[],
): boolean {
  const open =
    named.some(({ resource }) => resource.includes('*') || isOfKubelet(groups, resource)) &&
    groups.some(group => discovery.groups.has(group))
  return open || found.some(resource => verbs.some(verb => UNLISTED_VERBS.has(verb) || resource.verbs.includes(verb)))
}

/**
 * Returns the message for a cluster-scoped resource in a namespaced role; null when the scope fits.
 */
function scopeProblem(
  discovery: Discovery,
  groups: readonly string[],
  resource: string,
  namespace: string | null,
): string | null {
  const isUnknown = expandGroups(discovery, groups).some(group => discovery.groups.get(group) === null)
  if (namespace === null || isUnknown) return null
  const found = inGroups(discovery, groups, resource)
  return found.length > 0 && found.every(each => !each.namespaced)
    ? 'that resource belongs to no namespace, so it has to be in clusterRole'
    : null
}

function inGroups(discovery: Discovery, groups: readonly string[], resource: string): DiscoveredResource[] {
  return expandGroups(discovery, groups).flatMap(group => findResource(discovery, group, resource) ?? [])
}

/** Verbs that no resource of the rule accepts. */
function idleVerbs(verbs: readonly string[], path: string, found: readonly DiscoveredResource[]): IdleEntry[] {
  if (found.length === 0) return []
  return verbs.flatMap((verb, i) => {
    if (UNLISTED_VERBS.has(verb) || found.some(resource => resource.verbs.includes(verb))) return []
    const lower = verb.toLowerCase()
    const known = found.some(resource => resource.verbs.includes(lower)) ? lower : (VERB_HINTS[lower] ?? null)
    const names = found.map(({ name }) => name).join(', ')
    const message =
      known === lower
        ? 'verbs are written in lower case'
        : `${names} ${found.length === 1 ? 'knows' : 'know'} no such verb`
    return [{ path: `${path}.verbs[${i}]`, written: verb, message, suggestion: known }]
  })
}

interface GroupProblem {
  readonly message: string
  /** Replacement for the entry; null when none can be derived. */
  readonly suggestion: string | null
}

/** Common wrong names of the core group, whose name is the empty text. */
const CORE = new Set(['core', 'v1', 'core/v1', '/v1', 'api', 'api/v1'])

/** Returns why an entry of apiGroups names no group of the cluster; null when it names one. */
function groupProblem(discovery: Discovery, group: string): GroupProblem | null {
  if (group === '*' || discovery.groups.has(group)) return null
  if (CORE.has(group.toLowerCase())) return { message: 'the core group is written as an empty text', suggestion: '' }
  const slash = group.indexOf('/')
  if (slash > 0) {
    const bare = group.slice(0, slash).toLowerCase()
    const there = discovery.groups.has(bare) ? '' : ', and the cluster has no such group now'
    return { message: `an API group is written without its version${there}`, suggestion: bare }
  }
  const lower = group.trim().toLowerCase()
  if (lower !== group && discovery.groups.has(lower)) {
    return { message: 'API groups are written in lower case', suggestion: lower }
  }
  const longer = [...discovery.groups.keys()].filter(each => each.startsWith(`${lower}.`))
  return {
    message: 'the cluster has no such API group',
    suggestion: longer.length === 1 ? (longer[0] ?? null) : null,
  }
}

interface ResourceProblem {
  readonly message: string
  /** Replacement, for example `applications`; null when none can be derived. */
  readonly suggestion: string | null
  /** Group that has the resource, when no group of the rule has it. */
  readonly group: string | null
}

/** Subresources of nodes that only the kubelet authorises; discovery never lists them. */
const OF_KUBELET = new Set(
  ['checkpoint', 'configz', 'healthz', 'log', 'metrics', 'pods', 'spec', 'stats'].map(sub => `nodes/${sub}`),
)

function isOfKubelet(groups: readonly string[], resource: string): boolean {
  return OF_KUBELET.has(resource) && groups.some(group => group === '' || group === '*')
}

/**
 * Returns why an entry of resources matches nothing in `groups`; null when it matches. RBAC
 * compares plural names exactly, so a kind, a singular or a short name grants nothing.
 */
function resourceProblem(discovery: Discovery, groups: readonly string[], resource: string): ResourceProblem | null {
  if (resource === '*' || resource.startsWith('*/') || isOfKubelet(groups, resource)) return null
  const meant = expandGroups(discovery, groups)
  if (meant.some(group => findResource(discovery, group, resource) !== null)) return null
  const here = firstOf(meant, group => guessResource(discovery, group, resource))
  if (here !== null) return { message: spellingMessage(resource, here.found), suggestion: here.found.name, group: null }
  const dotted = resource.indexOf('.')
  const [word, suffix] = dotted < 0 ? [resource, null] : [resource.slice(0, dotted), resource.slice(dotted + 1)]
  // A group without discovery may serve any resource, so only spellings that no group can serve are
  // reported.
  const isUnknown = meant.some(group => discovery.groups.get(group) === null)
  const elsewhere = isUnknown
    ? null
    : firstOf(groupsWithWord(discovery, word), group =>
        suffix === null || suffix === group ? guessResource(discovery, group, word) : null,
      )
  if (elsewhere !== null) {
    const { group, found } = elsewhere
    const home = group === '' ? 'the core group (an empty text in apiGroups)' : `the API group ${group}`
    return { message: `that resource is in ${home}`, suggestion: found.name, group }
  }
  if (/[A-Z]/.test(resource)) {
    // The cluster does not serve the kind, so the plural is guessed.
    const plural = pluralOf(resource.toLowerCase())
    return {
      message: 'that is a kind; a rule names resources, by their plural in lower case',
      suggestion: plural,
      group: null,
    }
  }
  return isUnknown ? null : { message: 'the cluster has no such resource', suggestion: null, group: null }
}

function spellingMessage(written: string, { kind, singular, shortNames, name }: DiscoveredResource): string {
  const word = written.split('/')[0] ?? written
  if (word === kind) return 'that is a kind; a rule names resources, by their plural in lower case'
  if (word === singular) return 'that is the singular; a rule names resources by their plural'
  if (shortNames.includes(word)) return 'that is a short name of kubectl; a rule names resources by their plural'
  return `resources are written in lower case, ${name}`
}

/** Guesses a plural as Kubernetes does in meta.UnsafeGuessKindToResource. */
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
