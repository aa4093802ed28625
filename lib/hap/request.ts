import type { Pool } from './pools/pool.ts'

/** Request for a cluster's account; the input of every decision. */
export interface Request {
  readonly plan: string
  /** Provider type of the cluster (KEB: hyperscaler), for example `aws` or `openstack`. */
  readonly provider: string
  /** Empty when unknown; likewise hyperscalerRegion. */
  readonly platformRegion: string
  readonly hyperscalerRegion: string
  readonly globalAccount: string
}

/**
 * A request that may name its target itself, which bypasses the rules (seed 004: a
 * SubscriptionRequest has no plan).
 */
export interface AccountRequest extends Request {
  readonly target?: Target
}

/** EU access and sharing of the target; the hyperscaler type is the provider. */
type Target = Pick<Pool, 'euAccess' | 'shared'>

/** The part of a request that rules match on. */
export type RuleInput = Pick<Request, 'plan' | 'platformRegion' | 'hyperscalerRegion'>

/** Maximum characters of a field, far above any real plan, region or id. */
export const MAX_FIELD_LENGTH = 300

/**
 * Placeholder for a global account without accounts when only the pool matters; a legal label
 * value, so that it is not refused.
 */
export const ANY_ACCOUNT = 'any'

/** Known parts of a request; null for unknown ones. */
type Known = { readonly [Field in keyof Request]?: Request[Field] | null }

/**
 * Formats a request in one line without empty parts: `aws · cf-eu11 · eu-central-1`; `?` for
 * unknown parts.
 */
export function formatRequest({ plan, provider, platformRegion, hyperscalerRegion, globalAccount }: Known): string {
  const other = provider === plan ? '' : provider
  return [plan, other, platformRegion, hyperscalerRegion, globalAccount]
    .map(part => (part === null ? '?' : part))
    .filter(Boolean)
    .join(' · ')
}
