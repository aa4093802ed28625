import { accountKey } from '#lib/hap/pools/account.ts'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import type { Outcome } from '#lib/hap/selection/decision.ts'
import type { ClaimOutcome } from '#lib/store/claims/claim-record.ts'
import type { PassedOver } from '#lib/store/claims/kept-grounds.ts'
import type { ClaimContext } from './claim-context.ts'

type Landscape = Pick<ClaimContext, 'inventory' | 'recent'>
type Taken = Extract<Outcome, { readonly binding: Binding }>

/** Why an account is not given that labels alone would allow. */
export type Unfit = Extract<PassedOver['why'], 'split' | 'in-use' | 'full'>

/** Why an account that was decided on is passed over, as far as bindings and shoots tell; null when it is not. */
export function unfit(landscape: Landscape, outcome: Taken, tenant: string): Unfit | null {
  if (isSplit(landscape, outcome.binding, outcome.kind)) return 'split'
  if (outcome.kind !== 'claim') return null
  if (shootsOn(landscape, outcome.binding).some(({ globalAccount }) => globalAccount !== tenant)) return 'in-use'
  return isFull(outcome) ? 'full' : null
}

/** Whether clusters of a tenant are on an account that looks free, or claimed for it: then nobody else can get it. */
export function isOnlyFor(landscape: Landscape, { binding }: Taken, tenant: string): boolean {
  const users = [
    ...shootsOn(landscape, binding).map(({ globalAccount }) => globalAccount),
    ...landscape.inventory.claimsOfAccount(accountKey(binding.account)).map(claim => claim.tenant),
  ]
  return users.length > 0 && users.every(user => user === tenant)
}

function shootsOn({ inventory }: Landscape, { account }: Binding) {
  return inventory.shootsOfAccount(accountKey(account))
}

/**
 * Whether another binding of the same account was given back, so that it may be cleaned whoever uses it; or has an owner, is shared
 * or nobody's to have, so that it is not free.
 */
function isSplit({ inventory, recent }: Landscape, binding: Binding, outcome: ClaimOutcome): boolean {
  return inventory.bindingsOfAccount(accountKey(binding.account)).some(sibling => {
    if (bindingKey(sibling) === bindingKey(binding)) return false
    const known = recent.binding(sibling)
    if (known === null) return false
    const { tenantName, dirty, shared, internal } = readLabels(known.kind, known.labels)
    if (outcome !== 'claim') return dirty === 'true'
    return [tenantName, dirty, shared, internal].some(label => label !== null)
  })
}

/** Whether clusters of the tenant are on a free account already, as many as it may carry. */
function isFull({ limit, clustersAfter }: Extract<Outcome, { readonly kind: 'claim' }>): boolean {
  return limit !== null && limit.value > 0 && clustersAfter > limit.value
}
