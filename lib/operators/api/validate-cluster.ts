import { formatProblem, parseSubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import type { ClusterSpec } from './cluster.ts'
import type { SubscriptionRequestSpec } from './subscription-request.ts'

/** Violation of a rule of the CustomResourceDefinition by one field. */
export interface FieldProblem {
  /** `spec.infrastructure.autoScalerMax` */
  readonly field: string
  /** A clause without a period, as API servers append it to the field. */
  readonly message: string
}

/** Message for a reserved name of a user. */
export const SYSTEM_USER = 'users whose names begin with system: belong to Kubernetes'

/**
 * Validates a Cluster by the CEL rules of its CustomResourceDefinition, for servers without CEL
 * (Kubernetes before 1.25) and for forms; also limits its depth. Every server checks types, enums
 * and bounds by the schema.
 */
export function validateCluster(spec: ClusterSpec): readonly FieldProblem[] {
  const { infrastructure, administrators = [] } = spec
  return [
    ...kindProblems(spec),
    ...depthProblems(spec),
    ...(infrastructure
      ? validateSelector(infrastructure.subscriptionSelector, 'spec.infrastructure.subscriptionSelector')
      : []),
    ...(infrastructure && infrastructure.autoScalerMin > infrastructure.autoScalerMax
      ? [
          {
            field: 'spec.infrastructure.autoScalerMax',
            message: 'autoScalerMax must not be less than autoScalerMin',
          },
        ]
      : []),
    ...administrators.flatMap((name, i) =>
      name.startsWith('system:')
        ? [
            {
              field: `spec.administrators[${i}]`,
              message: SYSTEM_USER,
            },
          ]
        : [],
    ),
  ]
}

/** A Cluster is either managed or imported. */
function kindProblems(spec: ClusterSpec): FieldProblem[] {
  const [made, brought] = [spec.infrastructure !== undefined, spec.kubeconfigSecretRef !== undefined]
  const problems: string[] = []
  if (made === brought)
    problems.push('set either infrastructure, for a managed cluster, or kubeconfigSecretRef, for an imported one')
  if (made && spec.core === undefined) problems.push('a managed cluster needs core.region')
  if (brought && [spec.core, spec.oidcConfig, spec.extensions, spec.euAccess].some(part => part !== undefined))
    problems.push(
      'core, oidcConfig, extensions and euAccess are for managed clusters, but kubeconfigSecretRef imports an existing one',
    )
  return problems.map(message => ({ field: 'spec', message }))
}

/** Far above the depth of any shoot. */
const MAX_LEVELS = 50

/** Message for a part with too many levels. */
export const TOO_DEEP = `must not have more than ${MAX_LEVELS} levels`

/** Whether a part for the shoot exceeds the depth that the operator processes. */
export function isTooDeep(part: unknown): boolean {
  return isDeeper(part, MAX_LEVELS)
}

function depthProblems({ extensions, infrastructure }: ClusterSpec): FieldProblem[] {
  const parts = { 'spec.extensions': extensions, 'spec.infrastructure.providerConfig': infrastructure?.providerConfig }
  return Object.entries(parts).flatMap(([field, part]) => (isTooDeep(part) ? [{ field, message: TOO_DEEP }] : []))
}

/**
 * Whether a document has more levels than `most`; recursion over a deeper one could exhaust the
 * stack.
 */
export function isDeeper(value: unknown, max: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > max) return true
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

/**
 * Validates a SubscriptionRequest by the CEL rules of its CustomResourceDefinition, for servers
 * without CEL and for forms.
 */
export function validateSubscriptionRequest(spec: SubscriptionRequestSpec): readonly FieldProblem[] {
  return validateSelector(spec.subscriptionSelector, 'spec.subscriptionSelector')
}

/** Syntax error of a subscriptionSelector; null for a valid one. */
export function selectorProblem(text: string): string | null {
  const parsed = parseSubscriptionSelector(text)
  if ('selector' in parsed) return null
  const where = formatProblem(parsed.problems).replace(/\.$/, '')
  return `must be globalaccount:<id>, shared, or both joined by || (${where})`
}

/** Violation by a selector at its field. */
function validateSelector(text: string, field: string): readonly FieldProblem[] {
  const message = selectorProblem(text)
  return message === null ? [] : [{ field, message }]
}

/** Formats problems as one sentence for the message of a condition. */
export function problemsText(problems: readonly FieldProblem[]): string {
  return `${problems.map(({ field, message }) => `${field}: ${message}`).join('; ')}.`
}
