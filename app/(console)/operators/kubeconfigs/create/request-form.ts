import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'
import type { ResourceState } from '#lib/queries/operators/resource-state.ts'
import { needed } from '../../create/field-problems.ts'
import { RESOURCE_STATE_WORDS } from '../../resource-state-text.tsx'

/** A rule as it is typed: words between commas or blanks. */
export interface RuleForm {
  readonly key: number
  /** Empty = the whole cluster. */
  readonly namespaced: boolean
  readonly groups: string
  readonly resources: string
  readonly verbs: string
}

/** A request as it is typed. */
interface RequestForm {
  readonly name: string
  readonly cluster: string
  /** Of all rules that are for one namespace. */
  readonly namespace: string
  readonly hours: string
  readonly rules: readonly RuleForm[]
}

/** A rule of which nothing is typed. */
export function newRule(key: number): RuleForm {
  return { key, namespaced: false, groups: 'core', resources: '', verbs: 'get list watch' }
}

/** A request of which nothing is typed. */
export function newForm(cluster: string): RequestForm {
  return { name: '', cluster, namespace: '', hours: '24', rules: [newRule(1)] }
}

/** The request as the console's API takes it. */
export function requestOf({ name, cluster, namespace, hours, rules }: RequestForm) {
  const inCluster = rules.filter(({ namespaced }) => !namespaced).map(ruleOf)
  const inNamespace = rules.filter(({ namespaced }) => namespaced).map(ruleOf)
  return {
    name: name.trim(),
    spec: {
      cluster,
      ...(inCluster.length > 0 && { clusterRole: { rules: inCluster } }),
      ...(inNamespace.length > 0 && { role: { namespace: namespace.trim(), rules: inNamespace } }),
      expiration: Math.round(Number(hours) * 3_600) || 0,
    },
  }
}

/** Where each rule stands in the request, by its key. */
export function pathsOfRules(rules: readonly RuleForm[]): ReadonlyMap<number, string> {
  const counts = { role: 0, clusterRole: 0 }
  return new Map(
    rules.map(({ key, namespaced }) => {
      const role = namespaced ? 'role' : 'clusterRole'
      return [key, `spec.${role}.rules[${counts[role]++}]`]
    }),
  )
}

function ruleOf({ groups, resources, verbs }: RuleForm) {
  return {
    apiGroups: wordsOf(groups).map(group => (group === 'core' || group === '""' ? '' : group)),
    resources: wordsOf(resources),
    verbs: wordsOf(verbs),
  }
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

/** What the form itself sees to be wrong, rule by rule, in its own words. */
export function requestProblems({ name, cluster, namespace, hours, rules }: RequestForm): readonly FieldProblem[] {
  const paths = pathsOfRules(rules)
  return [
    ...needed('name', name, 'enter a name'),
    ...needed('spec.cluster', cluster, 'choose a cluster'),
    ...hoursProblems(hours),
    ...rules.flatMap(({ key, groups, resources, verbs }) => [
      ...needed(`${paths.get(key)}.apiGroups`, groups, 'enter at least one group; core is that of pods and secrets'),
      ...needed(`${paths.get(key)}.resources`, resources, 'enter at least one resource'),
      ...needed(`${paths.get(key)}.verbs`, verbs, 'enter at least one verb'),
    ]),
    ...(rules.some(({ namespaced }) => namespaced)
      ? needed('spec.role.namespace', namespace, 'enter the namespace in the cluster')
      : []),
  ]
}

const MOST_HOURS = 720

/** The server counts in seconds, and whoever fills the form does not. */
function hoursProblems(typed: string): readonly FieldProblem[] {
  const hours = Number(typed)
  const problem = (message: string) => [{ field: 'spec.expiration', message }]
  if (!(hours > 0)) return problem('enter a number of hours')
  if (hours * 60 < 10) return problem('enter at least 0.17 hours, ten minutes')
  return hours > MOST_HOURS ? problem('enter at most 720 hours, 30 days') : []
}

/** A Cluster that access may be asked for. */
export interface ClusterChoice {
  readonly name: string
  readonly state: ResourceState
}

/** What the list says of a Cluster: its state too where it is not ready. */
export function clusterLabel({ name, state }: ClusterChoice): string {
  return state === 'ready' ? name : `${name} (${RESOURCE_STATE_WORDS[state].label.toLowerCase()})`
}

/** The name of the one that a new form has: the first that is ready, where any is. */
export function firstChoice(clusters: readonly ClusterChoice[]): string {
  return (clusters.find(({ state }) => state === 'ready') ?? clusters[0])?.name ?? ''
}
