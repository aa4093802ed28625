import type { HapLabels } from '../pools/labels.ts'
import { type LabelSelector, selects } from '../pools/selector.ts'

/** Values of one gauge by its label values, joined by `|` in KEB's order. */
type Gauge = Readonly<Record<string, number>>

const AVAILABLE: LabelSelector = [
  { label: 'tenantName', test: 'absent' },
  { label: 'shared', test: 'differs', value: 'true' },
  { label: 'dirty', test: 'absent' },
]
const DIRTY: LabelSelector = [{ label: 'dirty', test: 'equals', value: 'true' }]
const SHARED: LabelSelector = [{ label: 'shared', test: 'equals', value: 'true' }]

/**
 * KEB's gauges by name (KEB): what existing dashboards show. A binding without hyperscaler type counts nowhere, one with an
 * empty tenant is not claimed, and euAccess and internal make no difference.
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

/** Instances neither deleted nor suspended per binding; a binding several global accounts use is counted under one of them. */
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

/** One instance of KEB's database, or several alike. */
export interface KebInstance {
  readonly globalAccount: string
  /** The owner before the subaccount moved; empty when it never did. */
  readonly subscriptionGlobalAccount: string
  /** Name of its binding; empty before one was resolved. */
  readonly binding: string
  readonly deleted: boolean
  readonly suspended: boolean
  readonly count: number
}

/**
 * KEB's count of multi-account selection: instances on a binding of this name that are not deleted, suspended ones too, whose
 * owner is the global account their subscription was made in, else the present one (KEB).
 */
export function countInstances(instances: readonly KebInstance[], binding: string, globalAccount: string): number {
  return instances
    .filter(one => one.binding === binding && !one.deleted && ownerOf(one) === globalAccount)
    .reduce((sum, one) => sum + one.count, 0)
}

/** The global account an instance counts for: that of its subscription, else the present one (KEB). */
export function ownerOf(instance: KebInstance): string {
  return instance.subscriptionGlobalAccount === '' ? instance.globalAccount : instance.subscriptionGlobalAccount
}

/** The same where KEB's database is not at hand: shoots of the global account that name the binding stand for its instances. */
export function estimateInstances(
  naming: readonly { readonly globalAccount: string | null }[],
  globalAccount: string,
): number {
  return naming.reduce((count, shoot) => count + (shoot.globalAccount === globalAccount ? 1 : 0), 0)
}
