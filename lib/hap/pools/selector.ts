import type { HapLabels, LabelName } from './labels.ts'
import type { Pool } from './pool.ts'

/** One requirement of a Kubernetes label selector, in the three forms that HAP uses. */
export type Requirement =
  | { readonly label: LabelName; readonly test: 'equals' | 'differs'; readonly value: string }
  | { readonly label: LabelName; readonly test: 'absent' }

export type LabelSelector = readonly Requirement[]

/** Selects dedicated bindings of a pool with any owner (KEB: selector "any"). */
export function anySelector(pool: Pool): LabelSelector {
  return [
    ...poolRequirements(pool),
    { label: 'shared', test: 'differs', value: 'true' },
    { label: 'dirty', test: 'absent' },
  ]
}

/** Selects dedicated bindings of a pool that a tenant owns. */
export function tenantSelector(pool: Pool, tenant: string): LabelSelector {
  return [...anySelector(pool), { label: 'tenantName', test: 'equals', value: tenant }]
}

/** Selects dedicated bindings of a pool without an owner. */
export function claimSelector(pool: Pool): LabelSelector {
  return [...anySelector(pool), { label: 'tenantName', test: 'absent' }]
}

/** Selects shared bindings of a pool; tenant and dirty are ignored (KEB). */
export function sharedSelector(pool: Pool): LabelSelector {
  return [...poolRequirements(pool), { label: 'shared', test: 'equals', value: 'true' }]
}

function poolRequirements(pool: Pool): LabelSelector {
  return [
    { label: 'hyperscalerType', test: 'equals', value: pool.hyperscalerType },
    pool.euAccess ? { label: 'euAccess', test: 'equals', value: 'true' } : { label: 'euAccess', test: 'absent' },
  ]
}

/** Whether labels match a selector as in Kubernetes: `differs` also matches an absent label. */
export function selects(selector: LabelSelector, labels: HapLabels): boolean {
  return selector.every(requirement => satisfies(requirement, labels))
}

/** Whether labels match one requirement; `differs` also matches an absent label. */
export function satisfies(requirement: Requirement, labels: HapLabels): boolean {
  const value = labels[requirement.label]
  if (requirement.test === 'absent') return value === null
  return requirement.test === 'equals' ? value === requirement.value : value !== requirement.value
}

/**
 * Formats a selector as KEB does. For people only: under KEB's semantics a value may be illegal.
 */
export function formatSelector(selector: LabelSelector): string {
  return selector.map(formatRequirement).join(',')
}

/** Formats a requirement as KEB does: `shared!=true`, `!dirty`. */
export function formatRequirement(requirement: Requirement): string {
  if (requirement.test === 'absent') return `!${requirement.label}`
  return `${requirement.label}${requirement.test === 'equals' ? '=' : '!='}${requirement.value}`
}

/**
 * Formats the kubectl command that lists the bindings of a selector; its values are legal label
 * values.
 */
export function formatBindingsCommand(namespace: string, selector: string): string {
  return `kubectl get credentialsbindings,secretbindings -n ${namespace} -l '${selector}'`
}
