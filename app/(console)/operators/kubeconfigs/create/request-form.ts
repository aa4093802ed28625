import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'
import type { ResourceState } from '#lib/queries/operators/resource-state.ts'
import { requireValue } from '../../create/field-problems.ts'
import { RESOURCE_STATE_LABELS } from '../../resource-state-text.tsx'

/** Fields of one rule as text; commas or blanks separate values. */
export interface RuleForm {
  readonly key: number
  /** False for a rule of the whole cluster. */
  readonly namespaced: boolean
  readonly groups: string
  readonly resources: string
  readonly verbs: string
}

/** Fields of the form as text, before trimming and validation. */
interface RequestForm {
  readonly name: string
  readonly cluster: string
  /** Shared by all namespaced rules. */
  readonly namespace: string
  readonly hours: string
  readonly rules: readonly RuleForm[]
}

/** Initial values of a rule. */
export function createRule(key: number): RuleForm {
  return { key, namespaced: false, groups: 'core', resources: '', verbs: 'get list watch' }
}

/** Initial values of the form. */
export function createForm(cluster: string): RequestForm {
  return { name: '', cluster, namespace: '', hours: '24', rules: [createRule(1)] }
}

/** Builds the request body of the API: rules by scope, the lifetime in seconds. */
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

/** Maps the key of each rule to its path in the request. */
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

/** Finds missing fields and lifetimes out of range in the browser. The API validates the rest. */
export function findRequestProblems({ name, cluster, namespace, hours, rules }: RequestForm): readonly FieldProblem[] {
  const paths = getRulePaths(rules)
  return [
    ...requireValue('name', name, 'enter a name'),
    ...requireValue('spec.cluster', cluster, 'choose a cluster'),
    ...findHoursProblems(hours),
    ...rules.flatMap(({ key, groups, resources, verbs }) => [
      ...requireValue(`${paths.get(key)}.apiGroups`, groups, 'enter at least one group; use core for pods and secrets'),
      ...requireValue(`${paths.get(key)}.resources`, resources, 'enter at least one resource'),
      ...requireValue(`${paths.get(key)}.verbs`, verbs, 'enter at least one verb'),
    ]),
    ...(rules.some(({ namespaced }) => namespaced)
      ? requireValue('spec.role.namespace', namespace, 'enter the namespace in the cluster')
      : []),
  ]
}

const MAX_HOURS = 720

/** Validates hours here, because messages of the API speak of seconds. */
function findHoursProblems(typed: string): readonly FieldProblem[] {
  const hours = Number(typed)
  const problem = (message: string) => [{ field: 'spec.expiration', message }]
  if (!(hours > 0)) return problem('enter a number of hours')
  if (hours * 60 < 10) return problem('enter at least 0.17 hours, ten minutes')
  return hours > MAX_HOURS ? problem('enter at most 720 hours, 30 days') : []
}

/** Cluster that a request can name. */
export interface ClusterChoice {
  readonly name: string
  readonly state: ResourceState
}

/** Label of a Cluster in the select: its name, and its state unless ready. */
export function formatCluster({ name, state }: ClusterChoice): string {
  return state === 'ready' ? name : `${name} (${RESOURCE_STATE_LABELS[state].label.toLowerCase()})`
}

/** Gets the initial choice: the first ready Cluster, else the first; empty without any. */
export function getDefaultCluster(clusters: readonly ClusterChoice[]): string {
  return (clusters.find(({ state }) => state === 'ready') ?? clusters[0])?.name ?? ''
}
