import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'
import type { ResourceState } from '#lib/queries/operators/resource-state.ts'
import { requireValue } from '../../create/field-problems.ts'
import { RESOURCE_STATE_LABELS } from '../../resource-state-text.tsx'

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
export function createRule(key: number): RuleForm {
  return { key, namespaced: false, groups: 'core', resources: '', verbs: 'get list watch' }
}

/** A request of which nothing is typed. */
export function createForm(cluster: string): RequestForm {
  return { name: '', cluster, namespace: '', hours: '24', rules: [createRule(1)] }
}

/** The request as the console's API takes it. */
export function buildRequest({ name, cluster, namespace, hours, rules }: RequestForm) {
  const inCluster = rules.filter(({ namespaced }) => !namespaced).map(buildRule)
  const inNamespace = rules.filter(({ namespaced }) => namespaced).map(buildRule)
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
export function getRulePaths(rules: readonly RuleForm[]): ReadonlyMap<number, string> {
  const counts = { role: 0, clusterRole: 0 }
  return new Map(
    rules.map(({ key, namespaced }) => {
      const role = namespaced ? 'role' : 'clusterRole'
      return [key, `spec.${role}.rules[${counts[role]++}]`]
    }),
  )
}

function buildRule({ groups, resources, verbs }: RuleForm) {
  return {
    apiGroups: splitValues(groups).map(group => (group === 'core' || group === '""' ? '' : group)),
    resources: splitValues(resources),
    verbs: splitValues(verbs),
  }
}

function splitValues(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

/** What the form itself sees to be wrong, rule by rule, in its own words. */
export function findRequestProblems({ name, cluster, namespace, hours, rules }: RequestForm): readonly FieldProblem[] {
  const paths = getRulePaths(rules)
  return [
    ...requireValue('name', name, 'enter a name'),
    ...requireValue('spec.cluster', cluster, 'choose a cluster'),
    ...findHoursProblems(hours),
    ...rules.flatMap(({ key, groups, resources, verbs }) => [
      ...requireValue(
        `${paths.get(key)}.apiGroups`,
        groups,
        'enter at least one group; core is that of pods and secrets',
      ),
      ...requireValue(`${paths.get(key)}.resources`, resources, 'enter at least one resource'),
      ...requireValue(`${paths.get(key)}.verbs`, verbs, 'enter at least one verb'),
    ]),
    ...(rules.some(({ namespaced }) => namespaced)
      ? requireValue('spec.role.namespace', namespace, 'enter the namespace in the cluster')
      : []),
  ]
}

const MAX_HOURS = 720

/** The server counts in seconds, and whoever fills the form does not. */
function findHoursProblems(typed: string): readonly FieldProblem[] {
  const hours = Number(typed)
  const problem = (message: string) => [{ field: 'spec.expiration', message }]
  if (!(hours > 0)) return problem('enter a number of hours')
  if (hours * 60 < 10) return problem('enter at least 0.17 hours, ten minutes')
  return hours > MAX_HOURS ? problem('enter at most 720 hours, 30 days') : []
}

/** A Cluster that access may be asked for. */
export interface ClusterChoice {
  readonly name: string
  readonly state: ResourceState
}

/** What the list says of a Cluster: its state too where it is not ready. */
export function formatCluster({ name, state }: ClusterChoice): string {
  return state === 'ready' ? name : `${name} (${RESOURCE_STATE_LABELS[state].label.toLowerCase()})`
}

/** The name of the one that a new form has: the first that is ready, where any is. */
export function getDefaultCluster(clusters: readonly ClusterChoice[]): string {
  return (clusters.find(({ state }) => state === 'ready') ?? clusters[0])?.name ?? ''
}
