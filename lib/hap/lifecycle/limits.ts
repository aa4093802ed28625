import type { Policy } from '../semantics/policy.ts'

/** Clusters per account, by provider type (seed 003); 0 stands for "not set". */
export interface Limits {
  readonly default: number
  readonly providers: Readonly<Record<string, number>>
}

export interface EffectiveLimit {
  readonly value: number
  readonly source: 'provider' | 'default' | 'unlimited' | 'no-config'
  /** The setting it comes from, for example `limits.aws`; null where there is none. */
  readonly setting: string | null
}

/** What KEB takes when neither the provider nor the default has a limit. */
const UNLIMITED = 999_999

/** Providers KEB has a field for (KEB). */
const KEB_FIELDS: ReadonlySet<string> = new Set(['aws', 'gcp', 'azure', 'openstack', 'alicloud'])

const ALIASES: Readonly<Record<string, string>> = { sapconvergedcloud: 'openstack', 'sap-converged-cloud': 'openstack' }

/** The limit that applies to accounts of a provider; 0 without any configuration (KEB). */
export function effectiveLimit(limits: Limits | null, provider: string, policy: Policy): EffectiveLimit {
  if (limits === null) return { value: 0, source: 'no-config', setting: null }
  const lower = provider.toLowerCase()
  const name = Object.hasOwn(ALIASES, lower) ? (ALIASES[lower] ?? lower) : lower
  const own = Object.hasOwn(limits.providers, name) ? (limits.providers[name] ?? 0) : 0
  if (own !== 0 && (policy.limitFields === 'every-provider' || KEB_FIELDS.has(name))) {
    return { value: own, source: 'provider', setting: `limits.${name}` }
  }
  if (limits.default !== 0) return { value: limits.default, source: 'default', setting: 'limits.default' }
  return { value: UNLIMITED, source: 'unlimited', setting: null }
}
