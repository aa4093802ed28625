import type { HapLabels, LabelName } from './labels.ts'
import type { Pool } from './pool.ts'

/** One requirement of a Kubernetes label selector, in the three forms HAP uses. */
export type Requirement =
  | { readonly label: LabelName; readonly test: 'equals' | 'differs'; readonly value: string }
  | { readonly label: LabelName; readonly test: 'absent' }

export type LabelSelector = readonly Requirement[]

/** Dedicated bindings of a pool, whoever owns them (KEB: selector "any"). */
export function anySelector(pool: Pool): LabelSelector {
  return [
    ...poolRequirements(pool),
    { label: 'shared', test: 'differs', value: 'true' },
    { label: 'dirty', test: 'absent' },
  ]
}

/** Dedicated bindings of a pool that a tenant owns. */
export function tenantSelector(pool: Pool, tenant: string): LabelSelector {
  return [...anySelector(pool), { label: 'tenantName', test: 'equals', value: tenant }]
}

/** Dedicated bindings of a pool that nobody owns. */
export function claimSelector(pool: Pool): LabelSelector {
  return [...anySelector(pool), { label: 'tenantName', test: 'absent' }]
}

/** Shared bindings of a pool; the selector asks neither for a tenant nor for dirty (KEB). */
export function sharedSelector(pool: Pool): LabelSelector {
  return [...poolRequirements(pool), { label: 'shared', test: 'equals', value: 'true' }]
}

function poolRequirements(pool: Pool): LabelSelector {
  return [
    { label: 'hyperscalerType', test: 'equals', value: pool.hyperscalerType },
    pool.euAccess ? { label: 'euAccess', test: 'equals', value: 'true' } : { label: 'euAccess', test: 'absent' },
  ]
}

/** Whether labels satisfy a selector, as Kubernetes decides it: `differs` also holds for an absent label. */
export function selects(selector: LabelSelector, labels: HapLabels): boolean {
  return selector.every(requirement => satisfies(requirement, labels))
}

/** Whether labels satisfy one requirement; `differs` also holds for an absent label. */
export function satisfies(requirement: Requirement, labels: HapLabels): boolean {
  const value = labels[requirement.label]
  if (requirement.test === 'absent') return value === null
  return requirement.test === 'equals' ? value === requirement.value : value !== requirement.value
}

/** The selector in KEB's writing. For people: it is sent nowhere, since a value may be illegal in KEB's semantics. */
export function formatSelector(selector: LabelSelector): string {
  return selector.map(formatRequirement).join(',')
}

/** One requirement in KEB's writing: `shared!=true`, `!dirty`. */
export function formatRequirement(requirement: Requirement): string {
  if (requirement.test === 'absent') return `!${requirement.label}`
  return `${requirement.label}${requirement.test === 'equals' ? '=' : '!='}${requirement.value}`
}

/** The command that lists the bindings of a namespace that a selector finds; every value of it is a legal label value. */
export function bindingsCommand(namespace: string, selector: string): string {
  return `kubectl get credentialsbindings,secretbindings -n ${namespace} -l '${selector}'`
}
