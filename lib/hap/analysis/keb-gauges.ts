import type { HapLabels } from '../pools/labels.ts'
import { type LabelSelector, selects } from '../pools/selector.ts'

/** Values of a gauge by label values, joined by `|` in KEB's order. */
type Gauge = Readonly<Record<string, number>>

const AVAILABLE: LabelSelector = [
  { label: 'tenantName', test: 'absent' },
  { label: 'shared', test: 'differs', value: 'true' },
  { label: 'dirty', test: 'absent' },
]
const DIRTY: LabelSelector = [{ label: 'dirty', test: 'equals', value: 'true' }]
const SHARED: LabelSelector = [{ label: 'shared', test: 'equals', value: 'true' }]

/**
 * Computes KEB's gauges by name, as existing dashboards show them (KEB). Bindings without
 * hyperscaler type are not counted, an empty tenant counts as unclaimed, and euAccess and internal
 * are ignored.
 */
export function kebGauges(
  bindings: readonly HapLabels[],
  instances: readonly KebInstance[],
): Readonly<Record<string, Gauge>> {
  const typed = bindings.filter(labels => (labels.hyperscalerType ?? '') !== '')
  const byType = (selector: LabelSelector) => tally(typed.filter(labels => selects(selector, labels)).map(typeOf))
  const claimed = typed.filter(labels => (labels.tenantName ?? '') !== '')
  return {
    kcp_keb_v2_instances_per_credentials_binding: instancesPerBinding(instances),
    kcp_keb_v2_available_credentials_bindings: byType(AVAILABLE),
    kcp_keb_v2_claimed_credentials_bindings: tally(claimed.map(labels => `${typeOf(labels)}|${labels.tenantName}`)),
    kcp_keb_v2_dirty_credentials_bindings: byType(DIRTY),
    kcp_keb_v2_shared_credentials_bindings: byType(SHARED),
  }
}

/**
 * Counts instances per binding that are neither deleted nor suspended; a binding with several
 * global accounts is counted under one of them.
 */
function instancesPerBinding(instances: readonly KebInstance[]): Gauge {
  const active = instances.filter(one => !one.deleted && !one.suspended && one.binding !== '')
  const account = new Map(active.map(one => [one.binding, one.globalAccount]))
  return sum(active.map(one => [`${one.binding}|${account.get(one.binding)}`, one.count]))
}

function typeOf(labels: HapLabels): string {
  return labels.hyperscalerType ?? ''
}

function tally(keys: readonly string[]): Gauge {
  return sum(keys.map(key => [key, 1]))
}

function sum(counts: readonly (readonly [string, number])[]): Gauge {
  const totals = new Map<string, number>()
  for (const [key, count] of counts) totals.set(key, (totals.get(key) ?? 0) + count)
  return Object.fromEntries(totals)
}

/** One instance in KEB's database, or several equal ones. */
export interface KebInstance {
  readonly globalAccount: string
  /** Owner before the subaccount moved; empty when it never moved. */
  readonly subscriptionGlobalAccount: string
  /** Name of the binding; empty before the first assignment. */
  readonly binding: string
  readonly deleted: boolean
  readonly suspended: boolean
  readonly count: number
}

/**
 * KEB's count for multi-account selection: undeleted instances on a binding, including suspended
 * ones, whose owner is the global account (KEB).
 */
export function countInstances(instances: readonly KebInstance[], binding: string, globalAccount: string): number {
  return instances
    .filter(one => one.binding === binding && !one.deleted && ownerOf(one) === globalAccount)
    .reduce((sum, one) => sum + one.count, 0)
}

/**
 * Owner of an instance: the global account of its subscription, otherwise the present one (KEB).
 */
export function ownerOf(instance: KebInstance): string {
  return instance.subscriptionGlobalAccount === '' ? instance.globalAccount : instance.subscriptionGlobalAccount
}

/**
 * Estimates that count without KEB's database, by shoots of the global account that name the
 * binding.
 */
export function estimateInstances(
  naming: readonly { readonly globalAccount: string | null }[],
  globalAccount: string,
): number {
  return naming.reduce((count, shoot) => count + (shoot.globalAccount === globalAccount ? 1 : 0), 0)
}
