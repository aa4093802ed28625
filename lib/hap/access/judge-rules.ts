import {
  ACCESS_NAMESPACE,
  type AccessRule,
  grantsEverything,
  type LocatedRule,
  listRules,
  type RequestedAccess,
} from './access-rule.ts'
import { DANGERS, type Danger, type DangerCode, type Exception, type Exceptions } from './dangers.ts'

/** One reason why policy refuses a rule. */
export interface Denial {
  /** Path of the rule, for example `spec.clusterRole.rules[0]`. */
  readonly path: string
  readonly code: DangerCode
  /** The offending part of the rule, for example `"create" on pods/exec`. */
  readonly what: string
  readonly why: string
  /** Resources of the rule that cause it, and the namespace of its role; null for the whole cluster. */
  readonly resources: readonly string[]
  readonly namespace: string | null
  /** The first release granted it. */
  readonly later: boolean
}

/** The part of a request that policy grants, and the reasons for what it refuses. */
export interface Verdict {
  /** The requested access without the refused rules. */
  readonly granted: RequestedAccess
  readonly denials: readonly Denial[]
  /** Denials without effect, because the first release applied the access: it would need an exception now. */
  readonly kept: readonly Denial[]
}

/** Namespaces that no role may reach: their pods and Secrets run the cluster, or hold the ServiceAccounts of all requests. */
const PROTECTED = new Set(['kube-system', 'kube-public', 'kube-node-lease', ACCESS_NAMESPACE])

/** Namespaces of Kyma, Istio and Gardener, whose pods administer the cluster. The first release granted roles there. */
const LATER_PROTECTED = new Set(['kyma-system', 'istio-system', 'garden'])

/** Non-resource URLs that expose health, version, metrics and discovery only. */
const HARMLESS_URLS = /^\/(healthz|livez|readyz|version|metrics|api|apis|openapi)(\/|$)/

/**
 * Judges each rule separately, so that a dangerous rule is refused and the others are granted.
 * `exceptions` are those for the namespace of the request; `isGranted`: the first release has
 * applied this access. The operator writes roles as administrator, so the escalation check of the
 * API server does not protect the cluster: this function does.
 */
export function judgeRules(asked: RequestedAccess, exceptions: readonly Exception[] = [], isGranted = false): Verdict {
  const found = listRules(asked).flatMap(placed => denialsOf(placed, exceptions))
  const { denials = [], kept = [] } = Object.groupBy(found, ({ later }) => (later && isGranted ? 'kept' : 'denials'))
  const refused = new Set(denials.map(({ path }) => path))
  const granted = (rules: readonly AccessRule[], path: string) =>
    rules.filter((_rule, i) => !refused.has(`${path}[${i}]`))
  const { role } = asked
  return {
    denials,
    kept,
    granted: {
      clusterRules: granted(asked.clusterRules, 'spec.clusterRole.rules'),
      role: role && { ...role, rules: granted(role.rules, 'spec.role.rules') },
    },
  }
}

/** Formats a denial as one sentence. */
export function describeDenial({ path, what, why }: Denial): string {
  return `${path}: ${what} is refused, because ${why}.`
}

/** Formats a denial without effect as one sentence. */
export function describeKept({ path, what }: Denial): string {
  return `${path}: an earlier release granted ${what}; it would need an exception now, and ends when the rules change.`
}

function denialsOf(placed: LocatedRule, exceptions: readonly Exception[]): Denial[] {
  const wildcards = withoutExcepted(exceptions, wildcardsOf(placed))
  // A wildcard counts as one danger; only what the rule names beside it is examined further.
  const dangers = wildcards.length > 0 ? dangersBesideWildcards(placed) : dangersOf(placed)
  return [...wildcards, ...withoutExcepted(exceptions, dangers)]
}

function withoutExcepted(exceptions: readonly Exception[], denials: readonly Denial[]): Denial[] {
  return denials.filter(denial => !isExcepted(denial, exceptions))
}

/** Whether exceptions cover each resource of a denial. */
function isExcepted({ code, namespace, resources }: Denial, exceptions: readonly Exception[]): boolean {
  const here = exceptions.filter(each => each.code === code && (each.place ?? namespace ?? '*') === (namespace ?? '*'))
  const covers = (resource: string) => here.some(each => each.resource === null || each.resource === resource)
  return resources.length > 0 ? resources.every(covers) : here.some(({ resource }) => resource === null)
}

function wildcardsOf({ rule, path, namespace }: LocatedRule): Denial[] {
  const { resources = [] } = rule
  const every = (list: readonly string[] | undefined, code: DangerCode, what: string, why: string): Denial[] =>
    list?.includes('*') ? [{ path, code, what, why, resources, namespace, later: false }] : []
  // In one namespace, named resources limit what all groups can mean (the example of seed 004).
  const isBounded = namespace !== null && !resources.includes('*')
  return [
    ...every(rule.verbs, 'wildcard-verbs', 'the verb "*"', 'it grants all verbs, including unintended ones'),
    ...every(
      isBounded ? [] : rule.apiGroups,
      'wildcard-groups',
      'the API group "*"',
      'it grants all APIs, including those installed later',
    ),
    ...every(rule.resources, 'wildcard-resources', 'the resource "*"', 'it means all resources, Secrets and roles too'),
    ...every(rule.nonResourceURLs, 'wildcard-urls', 'the URL "*"', 'it means every address of the API server'),
  ]
}

/** Dangers that remain once every `*` of a rule is left out. */
function dangersBesideWildcards(placed: LocatedRule): Denial[] {
  const { rule } = placed
  const { resources = [] } = rule
  const others = rule.verbs.filter(each => each !== '*')
  // Without a named verb, only dangers of any verb remain.
  const dangers = others.length > 0 ? DANGERS : DANGERS.filter(({ verbs }) => verbs === null)
  const verbs = others.length > 0 ? others : rule.verbs
  return dangersOf({ ...placed, rule: { ...rule, verbs, resources: resources.filter(each => each !== '*') } }, dangers)
}

function dangersOf(placed: LocatedRule, dangers: readonly Danger[] = DANGERS): Denial[] {
  const { rule, path, namespace } = placed
  const later = namespace !== null && LATER_PROTECTED.has(namespace)
  const inProtected: Denial[] =
    namespace !== null && (later || PROTECTED.has(namespace))
      ? [
          {
            path,
            code: 'protected-namespace',
            what: `a role in ${namespace}`,
            why: 'that namespace is part of the cluster itself',
            resources: rule.resources ?? [],
            namespace,
            later,
          },
        ]
      : []
  const urls = (rule.nonResourceURLs ?? []).filter(url => url !== '*' && !HARMLESS_URLS.test(url))
  const byUrl = urls.map(url => ({
    path,
    code: 'urls' as const,
    what: `the URL ${JSON.stringify(url)}`,
    why: 'only health, version, metrics and discovery are open to requests',
    resources: [],
    namespace,
    later: false,
  }))
  return [...inProtected, ...byUrl, ...dangers.flatMap(danger => matchOf(danger, placed))]
}

function matchOf(danger: Danger, { rule, path, namespace }: LocatedRule): Denial[] {
  if (danger.clusterOnly && namespace !== null) return []
  const verbs = verbsOf(danger, rule)
  if (verbs.length === 0) return []
  const resources = resourcesOf(danger, rule)
  const { code, why, later = false } = danger
  if (resources.length > 0) {
    const place = danger.clusterOnly ? ' in the whole cluster' : ''
    const what = `${[...new Set(verbs)].map(verb => JSON.stringify(verb)).join(', ')} on ${resources.join(', ')}${place}`
    return [{ path, code, what, why, resources, namespace, later }]
  }
  // Escalation verbs have no harmless use: on an unlisted resource they are a mistake, or wait for
  // that resource to be installed.
  const special = rule.verbs.find(each => SPECIAL_VERBS.has(plainVerb(each)) && danger.verbs?.includes(plainVerb(each)))
  return special === undefined
    ? []
    : [
        {
          path,
          code,
          what: `the verb ${JSON.stringify(special)}`,
          why,
          resources: rule.resources ?? [],
          namespace,
          later,
        },
      ]
}

const SPECIAL_VERBS = new Set(['escalate', 'bind', 'impersonate', 'approve', 'sign', 'attest'])

/**
 * Verbs of the rule that cause the danger; for a danger of any verb, the first one represents all.
 */
export function verbsOf({ verbs }: Pick<Danger, 'verbs'>, rule: AccessRule): readonly string[] {
  if (verbs === null || rule.verbs.includes('*')) return rule.verbs.includes('*') ? ['*'] : rule.verbs.slice(0, 1)
  return rule.verbs.filter(verb => verbs.includes(plainVerb(verb)))
}

/**
 * Dangerous resources that a rule covers, without their group; for `*`, the first one represents
 * all.
 */
export function resourcesOf({ resources }: Pick<Danger, 'resources'>, rule: AccessRule): readonly string[] {
  const meant = resources.filter(each => coversResource(rule, each)).map(each => each.slice(each.indexOf('/') + 1))
  return rule.resources?.includes('*') ? meant.slice(0, 1) : meant
}

/**
 * Maps Kubernetes 1.35's `impersonate:user-info` and `impersonate-on:user-info:list` to
 * `impersonate`.
 */
function plainVerb(verb: string): string {
  return /^impersonate(-on)?:/.test(verb) ? 'impersonate' : verb
}

/** Whether a rule covers `group/resource[/subresource]` by the matching of RBAC. */
function coversResource({ apiGroups = [], resources = [] }: AccessRule, meant: string): boolean {
  const [group = '', resource = '', sub] = meant.split('/')
  const inGroup = apiGroups.some(each => each === '*' || each === (group === 'core' ? '' : group))
  const full = sub === undefined ? resource : `${resource}/${sub}`
  return inGroup && resources.some(each => each === '*' || each === full || (sub !== undefined && each === `*/${sub}`))
}

/** Flags of an access, worst first. */
export const ACCESS_FLAGS = [
  'everything',
  'dangerous',
  'refused',
  'needs-exception',
  'nothing',
  'partly-nothing',
] as const

export type AccessFlag = (typeof ACCESS_FLAGS)[number]

/**
 * Flags that policy derives: `everything` or `dangerous` when an exception grants what policy
 * otherwise refuses, `refused` when some rule is not granted, `needs-exception` when only the first
 * release would have granted one (`isGranted`).
 */
export function policyFlags(
  asked: RequestedAccess,
  namespace: string,
  exceptions: Exceptions,
  isGranted: boolean,
): readonly AccessFlag[] {
  const { granted, denials, kept } = judgeRules(asked, exceptions.get(namespace), isGranted)
  const dangers = judgeRules(granted).denials
  const everything = listRules(granted).some(({ rule }) => grantsEverything(rule))
  return [
    ...(everything ? (['everything'] as const) : dangers.length > 0 ? (['dangerous'] as const) : []),
    ...(denials.length > 0 ? (['refused'] as const) : []),
    ...(kept.length > 0 ? (['needs-exception'] as const) : []),
  ]
}
