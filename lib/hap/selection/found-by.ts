import { isLegalLabelValue } from '../pools/label-value.ts'
import type { HapLabels } from '../pools/labels.ts'
import { claimSelector, selects, sharedSelector, tenantSelector } from '../pools/selector.ts'
import type { SearchStep } from './decision.ts'

/** Which search finds labels by its selector alone, whatever is wrong with them; null when none does. */
export function foundBy(labels: HapLabels): SearchStep['purpose'] | null {
  const { hyperscalerType, tenantName } = labels
  if (hyperscalerType === null || !isLegalLabelValue(hyperscalerType)) return null
  for (const euAccess of [false, true]) {
    const pool = { hyperscalerType, euAccess, shared: false }
    if (selects(sharedSelector(pool), labels)) return 'shared'
    if (selects(claimSelector(pool), labels)) return 'claim'
    if (tenantName !== null && isLegalLabelValue(tenantName) && selects(tenantSelector(pool, tenantName), labels))
      return 'reuse'
  }
  return null
}
