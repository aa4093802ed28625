import type { Policy } from '../semantics.ts'

/** Settings of seed 003: who may own several accounts of a pool, and how many clusters one account carries. */
export interface MultiAccount {
  /** Global accounts; empty = nobody, `*` = everybody. */
  readonly allowed: readonly string[]
  /** Null = no limits configured at all, which KEB takes for 0. */
  readonly limits: Limits | null
  /** A global account that owns this many bindings without a single cluster is stopped; 0 = off (KEB). */
  readonly minBindingsForGuard: number
}

export const MULTI_ACCOUNT_OFF: MultiAccount = {
  allowed: [],
  limits: { default: 0, providers: {} },
  minBindingsForGuard: 0,
}

/** Whether a global account may own several accounts: named exactly, or everybody by `*` (seed 003). */
export function onAllowlist(allowed: readonly string[], globalAccount: string): boolean {
  const ids = setOf(allowed)
  return ids.has('*') || ids.has(globalAccount)
}

/** A list of thousands is asked for each of thousands of bindings. Lists are replaced, never changed. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

function setOf(allowed: readonly string[]): ReadonlySet<string> {
  const known = sets.get(allowed)
  if (known) return known
  const ids = new Set(allowed)
  sets.set(allowed, ids)
  return ids
}

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
