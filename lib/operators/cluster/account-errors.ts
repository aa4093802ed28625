import type { ClusterReason } from '#lib/operators/api/cluster-conditions.ts'
import type { ShootStatus } from './live-shoot.ts'

interface AccountError {
  readonly reason: ClusterReason<'ClusterProvisioned'>
  readonly words: string
}

/** Gardener's error codes that speak of the account (types_common.go), those first that a person has to see to. */
const ACCOUNT_ERRORS: Readonly<Record<string, AccountError>> = {
  ERR_INFRA_UNAUTHENTICATED: {
    reason: 'AccountUnauthenticated',
    words: 'the provider does not accept its credentials; renew them',
  },
  ERR_INFRA_UNAUTHORIZED: {
    reason: 'AccountUnauthorized',
    words: 'its credentials lack permissions at the provider; grant them',
  },
  ERR_INFRA_QUOTA_EXCEEDED: {
    reason: 'AccountQuotaExceeded',
    words: 'a quota at the provider is used up; raise it, or free what is not needed',
  },
  ERR_INFRA_RATE_LIMITS_EXCEEDED: {
    reason: 'AccountRateLimited',
    words: 'the provider limits its calls; Gardener tries again by itself',
  },
  ERR_INFRA_RESOURCES_DEPLETED: {
    reason: 'AccountResourcesDepleted',
    words: 'the provider has no such machines left in the region; choose another type, region or zones',
  },
}

/** What the last errors of a shoot say. */
export interface ShootTrouble {
  /** Null when they do not speak of the account. */
  readonly account: { readonly reason: ClusterReason<'ClusterProvisioned'>; readonly words: string } | null
  /** Codes, each once. */
  readonly codes: readonly string[]
}

/** Null when Gardener tells of no errors. The texts of the errors are the provider's, and not passed on. */
export function troubleOf({ lastErrors = [] }: ShootStatus): ShootTrouble | null {
  if (lastErrors.length === 0) return null
  const codes = [...new Set(lastErrors.flatMap(error => error.codes ?? []))]
  const code = Object.keys(ACCOUNT_ERRORS).find(each => codes.includes(each))
  const error = code === undefined ? undefined : ACCOUNT_ERRORS[code]
  return { account: error ? { reason: error.reason, words: `${error.words} (${code})` } : null, codes }
}
