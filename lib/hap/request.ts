import type { Pool } from './pools/pool.ts'

/** What a cluster's creator asks for; the input of every decision. */
export interface Request {
  readonly plan: string
  /** Provider type of the cluster (KEB: hyperscaler), for example `aws` or `openstack`. */
  readonly provider: string
  /** Empty when unknown; so is hyperscalerRegion. */
  readonly platformRegion: string
  readonly hyperscalerRegion: string
  readonly globalAccount: string
}

/** A request that may name the kind of account itself, so that no rule is looked at (seed 004: a SubscriptionRequest has no plan). */
export interface AccountRequest extends Request {
  readonly target?: Target
}

/** The pool of a provider that a request without a plan asks for. */
type Target = Pick<Pool, 'euAccess' | 'shared'>

/** The part of a request that rules look at. */
export type RuleInput = Pick<Request, 'plan' | 'platformRegion' | 'hyperscalerRegion'>

/** No plan, region or id is as long; a longer text is a slip, and is not read. */
export const MOST_OF_FIELD = 300

/** Stands for a global account that owns nothing, where only the way to a pool matters. A legal label value, so that it is no reason to refuse. */
export const ANYBODY = 'any'

/** What is known of a request; null for what nobody knows. */
type Known = { readonly [Field in keyof Request]?: Request[Field] | null }

/** A request in one line, without what it leaves out: `aws · cf-eu11 · eu-central-1`; `?` for what nobody knows. */
export function requestWords({ plan, provider, platformRegion, hyperscalerRegion, globalAccount }: Known): string {
  const other = provider === plan ? '' : provider
  return [plan, other, platformRegion, hyperscalerRegion, globalAccount]
    .map(part => (part === null ? '?' : part))
    .filter(Boolean)
    .join(' · ')
}
