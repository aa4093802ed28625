import type { Limits } from './limits.ts'

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
