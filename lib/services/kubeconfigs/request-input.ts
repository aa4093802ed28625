import { z } from 'zod'
import type { RequestedAccess } from '#lib/hap/access/access-rule.ts'
import { findIdleRules, formatIdleEntry } from '#lib/hap/access/idle-rules.ts'
import { findRuleWarnings } from '#lib/hap/access/rule-warnings.ts'
import { standardDiscovery } from '#lib/hap/access/standard-api.ts'
import { type Cluster, targetOfCluster } from '#lib/operators/api/cluster.ts'
import { NO_SHOOT_YET } from '#lib/operators/api/kubeconfig-request.ts'
import type { FieldProblem } from '#lib/operators/api/validate-cluster.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { ReasonInput } from '#lib/services/reason-input.ts'
import { ObjectName } from '#lib/services/resources/order-input.ts'

const word = z.string().min(1).max(253)
const words = (item: z.ZodType<string>, none = 'name at least one') =>
  z
    .array(item)
    .min(1, none)
    .max(50, 'at most 50')
    .transform(list => [...new Set(list)])

/** A rule for resources. */
const Rule = z.strictObject({
  apiGroups: words(z.string().max(253), 'name at least one; "" is the core API, of Pods and Secrets'),
  resources: words(word),
  verbs: words(word),
  resourceNames: words(word).exactOptional(),
})

/** The name of a namespace in the target cluster. */
const NamespaceName = z
  .string()
  .max(63)
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, 'must be the name of a namespace')

const rules = z.array(Rule).min(1, 'needs at least one rule').max(50, 'at most 50 rules')

/** A KubeconfigRequest as a user orders it. Its kubeconfig is stored only in a Secret. */
export const RequestInput = ReasonInput.extend({
  name: ObjectName,
  spec: z
    .strictObject({
      cluster: ObjectName,
      clusterRole: z.strictObject({ rules }).exactOptional(),
      role: z.strictObject({ namespace: NamespaceName, rules }).exactOptional(),
      expiration: z
        .int()
        .min(600, 'at least 10 minutes, 600 seconds')
        .max(2_592_000, 'at most 30 days, 2592000 seconds'),
    })
    .refine(({ clusterRole, role }) => clusterRole !== undefined || role !== undefined, 'needs at least one rule'),
})

export type RequestOrder = z.output<typeof RequestInput>

/** Replaces a rule that cannot be parsed, so that the positions of the others stay. */
const NOTHING: z.output<typeof Rule> = { apiGroups: [], resources: [], verbs: [] }

const legibleRules = z.array(Rule.catch(NOTHING)).catch([])

const Legible = z.object({
  spec: z.object({
    clusterRole: z.object({ rules: legibleRules }).catch({ rules: [] }),
    role: z
      .object({ namespace: NamespaceName.catch(''), rules: legibleRules })
      .nullable()
      .catch(null),
  }),
})

/** Parses the rules of an incomplete form that are already valid. */
export function parseLegibleAccess(input: unknown): RequestedAccess {
  const { data } = Legible.safeParse(input)
  return { clusterRules: data?.spec.clusterRole.rules ?? [], role: data?.spec.role ?? null }
}

/**
 * Problems and warnings that the operator will report for a request that can be created. The
 * cluster is not read, so its own resources are unknown.
 */
export function requestHints(asked: RequestedAccess, cluster: Cluster | null): readonly FieldProblem[] {
  const { words } = findIdleRules(asked, standardDiscovery(asked))
  const warnings = findRuleWarnings(asked).map(({ path, message }) => ({ field: `${path}.verbs`, message }))
  const idle = words.map(word => ({ field: word.path, message: formatIdleEntry(word) }))
  return [...clusterHints(cluster), ...idle, ...warnings]
}

function clusterHints(cluster: Cluster | null): readonly FieldProblem[] {
  if (cluster === null || targetOfCluster(cluster) !== null) return []
  const why = findCondition(cluster.status?.conditions, 'Ready')?.message
  return [{ field: 'spec.cluster', message: why ? `${NO_SHOOT_YET} ${why}` : NO_SHOOT_YET }]
}
