import { asRemembered, identify, isAbsent, type Remembered } from '#lib/hap/lifecycle/identity.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'

/** What a claim remembers of its binding; null while it has none. */
export function rememberedBy(claim: ClaimRecord): Remembered | null {
  const { bindingUid: uid, account, outcome, tenant, hyperscalerType, euAccess } = claim
  if (account === null) return null
  const pool = { hyperscalerType, euAccess: euAccess ? 'true' : null }
  return { uid, account, labels: outcome === 'shared' ? pool : { ...pool, tenantName: tenant } }
}

/**
 * The binding of a claim in what has its name now: null when that is nothing, or a binding of another account. A restored one is in
 * doubt, so that only what restricts its use is written.
 */
export function bindingOfClaim(claim: ClaimRecord, now: Binding | null): Binding | null {
  const identity = identify(rememberedBy(claim), now)
  return now === null || isAbsent(identity) ? null : asRemembered(identity, now)
}
