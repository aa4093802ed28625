import { parseSubscriptionSelector, placedProblem } from '#lib/hap/subscription-selector.ts'
import type { ClusterSpec } from './cluster.ts'
import type { SubscriptionRequestSpec } from './subscription-request.ts'

/** What is wrong with one field of an object, in the words of its CustomResourceDefinition. */
export interface FieldProblem {
  /** `spec.infrastructure.autoScalerMax` */
  readonly field: string
  /** A clause without a period, as API servers put it behind the field. */
  readonly message: string
}

export const SYSTEM_USER = 'users whose names begin with system: belong to Kubernetes'

/**
 * What the rules (CEL) of the CustomResourceDefinition say of a Cluster, for servers that know no rules (Kubernetes before 1.25)
 * and for forms; and how deep it may be. Types, enums and bounds every server checks by the schema.
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

/** Either a cluster that is made here, or one that is there already. */
function kindProblems(spec: ClusterSpec): FieldProblem[] {
  const [made, brought] = [spec.infrastructure !== undefined, spec.kubeconfigSecretRef !== undefined]
  const problems: string[] = []
  if (made === brought)
    problems.push(
      'give either infrastructure, for a cluster that is to be made, or kubeconfigSecretRef, for one that is there already',
    )
  if (made && spec.core === undefined) problems.push('a cluster that is to be made needs core.region')
  if (brought && [spec.core, spec.oidcConfig, spec.extensions, spec.euAccess].some(part => part !== undefined))
    problems.push(
      'core, oidcConfig, extensions and euAccess are for a cluster that is to be made, and kubeconfigSecretRef names one that is there already',
    )
  return problems.map(message => ({ field: 'spec', message }))
}

/** No shoot has nearly as many levels. */
const MAX_LEVELS = 50

export const TOO_DEEP = `must not have more than ${MAX_LEVELS} levels`

/** Whether what passes through to the shoot is deeper than we go through it. */
export function isTooDeep(part: unknown): boolean {
  return isDeeper(part, MAX_LEVELS)
}

function depthProblems({ extensions, infrastructure }: ClusterSpec): FieldProblem[] {
  const parts = { 'spec.extensions': extensions, 'spec.infrastructure.providerConfig': infrastructure?.providerConfig }
  return Object.entries(parts).flatMap(([field, part]) => (isTooDeep(part) ? [{ field, message: TOO_DEEP }] : []))
}

/** Whether a document has more levels than this: what goes through it level by level would run out of stack. */
export function isDeeper(value: unknown, most: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return false
}

/** What the rules (CEL) of the CustomResourceDefinition say of a SubscriptionRequest, for servers that know no rules, and for forms. */
export function validateSubscriptionRequest(spec: SubscriptionRequestSpec): readonly FieldProblem[] {
  return validateSelector(spec.subscriptionSelector, 'spec.subscriptionSelector')
}

/** Why a subscriptionSelector cannot be read; null when it can. */
export function selectorProblem(text: string): string | null {
  const parsed = parseSubscriptionSelector(text)
  if ('selector' in parsed) return null
  const where = placedProblem(parsed.problems).replace(/\.$/, '')
  return `must be globalaccount:<id>, shared, or both joined by || (${where})`
}

/** The same, at its field. */
function validateSelector(text: string, field: string): readonly FieldProblem[] {
  const message = selectorProblem(text)
  return message === null ? [] : [{ field, message }]
}

/** Problems in one sentence, for the message of a condition. */
export function problemsText(problems: readonly FieldProblem[]): string {
  return `${problems.map(({ field, message }) => `${field}: ${message}`).join('; ')}.`
}
