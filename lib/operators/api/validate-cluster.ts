import type { ClusterSpec } from './cluster.ts'
import type { FieldProblem } from './field-problem.ts'
import { isDeeper } from './is-deeper.ts'
import { validateSelector } from './validate-selector.ts'

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

/** No shoot has nearly as many levels. */
const MOST_LEVELS = 50

export const TOO_DEEP = `must not have more than ${MOST_LEVELS} levels`

/** Whether what passes through to the shoot is deeper than we go through it. */
export function isTooDeep(part: unknown): boolean {
  return isDeeper(part, MOST_LEVELS)
}

function depthProblems({ extensions, infrastructure }: ClusterSpec): FieldProblem[] {
  const parts = { 'spec.extensions': extensions, 'spec.infrastructure.providerConfig': infrastructure?.providerConfig }
  return Object.entries(parts).flatMap(([field, part]) => (isTooDeep(part) ? [{ field, message: TOO_DEEP }] : []))
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
