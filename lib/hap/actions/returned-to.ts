import { applyChange, type BindingChange } from '../lifecycle/change.ts'
import type { Binding } from '../pools/binding.ts'
import { type HapLabels, readLabels } from '../pools/labels.ts'

/** Who may be given a binding again, and as an account of which pool. */
export interface Owner {
  readonly tenant: string
  readonly hyperscalerType: string
  readonly euAccess: boolean
}

/** Whom a change of a binding, which is what an action comes to, offers it again; null for nobody. */
export function returnedTo(binding: Binding, change: BindingChange): Owner | null {
  const { kind, labels } = applyChange(binding, change)
  const read = readLabels(kind, labels)
  const { tenantName: tenant, hyperscalerType, euAccess } = read
  if (tenant === null || hyperscalerType === null || !isOwned(read)) return null
  return { tenant, hyperscalerType, euAccess: euAccess === 'true' }
}

/** Whether labels offer an account to its global account. */
export function isOwned({ tenantName, dirty, shared, internal }: HapLabels): boolean {
  return tenantName !== null && dirty === null && shared === null && internal === null
}
