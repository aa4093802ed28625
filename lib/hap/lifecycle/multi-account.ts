import type { Policy } from '../semantics.ts'

/**
 * Settings of seed 003: global accounts that may own multiple accounts of a pool, and clusters per
 * account.
 */
export interface MultiAccount {
  /** Global accounts; empty for none, `*` for all. */
  readonly allowed: readonly string[]
  /** Null without any configuration, which KEB reads as 0. */
  readonly limits: Limits | null
  /**
   * A global account that owns this many bindings without any cluster gets no further one; 0
   * disables the guard (KEB).
   */
  readonly minBindingsForGuard: number
}

export const MULTI_ACCOUNT_OFF: MultiAccount = {
  allowed: [],
  limits: { default: 0, providers: {} },
  minBindingsForGuard: 0,
}

/** Whether a global account may own several accounts, by exact id or by `*` (seed 003). */
export function isOnAllowlist(allowed: readonly string[], globalAccount: string): boolean {
  const ids = setOf(allowed)
  return ids.has('*') || ids.has(globalAccount)
}

/**
 * Sets per list, since the allowlist has thousands of ids and is checked for thousands of bindings.
 * Lists are never mutated.
 */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

function setOf(allowed: readonly string[]): ReadonlySet<string> {
  const known = sets.get(allowed)
  if (known) return known
  const ids = new Set(allowed)
  sets.set(allowed, ids)
  return ids
}

/** Clusters per account by provider type (seed 003); 0 is "not set". */
export interface Limits {
  readonly default: number
  readonly providers: Readonly<Record<string, number>>
}

export interface EffectiveLimit {
  readonly value: number
  readonly source: 'provider' | 'default' | 'unlimited' | 'no-config'
  /** The setting that applies, for example `limits.aws`; null for none. */
  readonly setting: string | null
}

/** KEB's limit when neither provider nor default has one. */
const UNLIMITED = 999_999

/** Providers with a limit field in KEB. */
const KEB_FIELDS: ReadonlySet<string> = new Set(['aws', 'gcp', 'azure', 'openstack', 'alicloud'])

const ALIASES: Readonly<Record<string, string>> = { sapconvergedcloud: 'openstack', 'sap-converged-cloud': 'openstack' }

/** Returns the limit for accounts of a provider; 0 without any configuration (KEB). */
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
