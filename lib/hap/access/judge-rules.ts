import {
  ACCESS_NAMESPACE,
  type AccessRule,
  grantsEverything,
  type LocatedRule,
  listRules,
  type RequestedAccess,
} from './access-rule.ts'
import { DANGERS, type Danger, type DangerCode, type Exceptions } from './dangers.ts'

/** One reason why policy refuses a rule. */
export interface Denial {
  /** Path of the rule, for example `spec.clusterRole.rules[0]`. */
  readonly path: string
  readonly code: DangerCode
  /** The offending part of the rule, for example `"create" on pods/exec`. */
  readonly what: string
  readonly why: string
}

/** The part of a request that policy grants, and the reasons for what it refuses. */
export interface Verdict {
  /** The requested access without the refused rules. */
  readonly granted: RequestedAccess
  readonly denials: readonly Denial[]
}

/**
 * Namespaces that no role may reach: their pods and Secrets run the cluster, or hold the
 * ServiceAccounts of all requests.
 */
const PROTECTED = new Set(['kube-system', 'kube-public', 'kube-node-lease', ACCESS_NAMESPACE])

/** Non-resource URLs that expose health, version, metrics and discovery only. */
const HARMLESS_URLS = /^\/(healthz|livez|readyz|version|metrics|api|apis|openapi)(\/|$)/

/**
 * Judges each rule separately, so that a dangerous rule is refused and the others are granted.
 * `exceptions` lists dangers that the namespace of the request may have. The operator writes roles
 * as administrator, so the escalation check of the API server does not protect the cluster: this
 * function does.
 */
export function judgeRules(asked: RequestedAccess, exceptions: ReadonlySet<DangerCode>): Verdict {
  const denials = listRules(asked).flatMap(placed => denialsOf(placed, exceptions))
  const refused = new Set(denials.map(({ path }) => path))
  const kept = (rules: readonly AccessRule[], path: string) => rules.filter((_rule, i) => !refused.has(`${path}[${i}]`))
  const { role } = asked
  return {
    denials,
    granted: {
      clusterRules: kept(asked.clusterRules, 'spec.clusterRole.rules'),
      role: role && { ...role, rules: kept(role.rules, 'spec.role.rules') },
    },
  }
}

/** Formats a denial as one sentence. */
export function describeDenial({ path, what, why }: Denial): string {
  return `${path}: ${what} is refused, because ${why}.`
}

function denialsOf(placed: LocatedRule, exceptions: ReadonlySet<DangerCode>): Denial[] {
  const wildcards = without(exceptions, wildcardsOf(placed))
  // A wildcard counts as one danger; only what the rule names beside it is examined further.
  const dangers = wildcards.length > 0 ? dangersBesideWildcards(placed) : dangersOf(placed)
  return [...wildcards, ...without(exceptions, dangers)]
}

function without(exceptions: ReadonlySet<DangerCode>, denials: readonly Denial[]): Denial[] {
  return denials.filter(({ code }) => !exceptions.has(code))
}

function wildcardsOf({ rule, path }: LocatedRule): Denial[] {
  const every = (list: readonly string[] | undefined, code: DangerCode, what: string, why: string): Denial[] =>
    list?.includes('*') ? [{ path, code, what, why }] : []
  return [
    ...every(rule.verbs, 'wildcard-verbs', 'the verb "*"', 'it grants all verbs, including unintended ones'),
    ...every(
      rule.apiGroups,
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
  const inProtected: Denial[] =
    namespace !== null && PROTECTED.has(namespace)
      ? [
          {
            path,
            code: 'protected-namespace',
            what: `a role in ${namespace}`,
            why: 'that namespace is part of the cluster itself',
          },
        ]
      : []
  const urls = (rule.nonResourceURLs ?? []).filter(url => url !== '*' && !HARMLESS_URLS.test(url))
  const byUrl = urls.map(url => ({
    path,
    code: 'urls' as const,
    what: `the URL ${JSON.stringify(url)}`,
    why: 'only health, version, metrics and discovery are open to requests',
  }))
  return [...inProtected, ...byUrl, ...dangers.flatMap(danger => matchOf(danger, placed))]
}

function matchOf(danger: Danger, { rule, path, namespace }: LocatedRule): Denial[] {
  if (danger.clusterOnly && namespace !== null) return []
  const verbs = verbsOf(danger, rule)
  if (verbs.length === 0) return []
  const resources = resourcesOf(danger, rule)
  if (resources.length > 0) {
    const place = danger.clusterOnly ? ' in the whole cluster' : ''
    const what = `${[...new Set(verbs)].map(verb => JSON.stringify(verb)).join(', ')} on ${resources.join(', ')}${place}`
    return [{ path, code: danger.code, what, why: danger.why }]
  }
  // Escalation verbs have no harmless use: on an unlisted resource they are a mistake, or wait for
  // that resource to be installed.
  const special = rule.verbs.find(each => SPECIAL_VERBS.has(plainVerb(each)) && danger.verbs?.includes(plainVerb(each)))
  return special === undefined
    ? []
    : [{ path, code: danger.code, what: `the verb ${JSON.stringify(special)}`, why: danger.why }]
}

const SPECIAL_VERBS = new Set(['escalate', 'bind', 'impersonate', 'approve', 'sign', 'attest'])

/**
 * Verbs of the rule that cause the danger; for a danger of any verb, the first one represents all.
 */
function verbsOf({ verbs }: Danger, rule: AccessRule): readonly string[] {
  if (verbs === null || rule.verbs.includes('*')) return rule.verbs.includes('*') ? ['*'] : rule.verbs.slice(0, 1)
  return rule.verbs.filter(verb => verbs.includes(plainVerb(verb)))
}

/**
 * Dangerous resources that a rule covers, without their group; for `*`, the first one represents
 * all.
 */
function resourcesOf({ resources }: Danger, rule: AccessRule): readonly string[] {
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
export const ACCESS_FLAGS = ['everything', 'dangerous', 'refused', 'nothing', 'partly-nothing'] as const

export type AccessFlag = (typeof ACCESS_FLAGS)[number]

/**
 * Flags that policy derives: `everything` or `dangerous` when an exception grants what policy
 * otherwise refuses, `refused` when some rule is not granted.
 */
export function policyFlags(asked: RequestedAccess, namespace: string, exceptions: Exceptions): readonly AccessFlag[] {
  const { granted, denials } = judgeRules(asked, exceptions.get(namespace) ?? new Set())
  const dangers = judgeRules(granted, new Set()).denials
  const everything = listRules(granted).some(({ rule }) => grantsEverything(rule))
  return [
    ...(everything ? (['everything'] as const) : dangers.length > 0 ? (['dangerous'] as const) : []),
    ...(denials.length > 0 ? (['refused'] as const) : []),
  ]
}
