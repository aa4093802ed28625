import type { HapLabels } from '../pools/labels.ts'
import { type LabelSelector, selects } from '../pools/selector.ts'
import type { KebInstance } from './instance.ts'

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
