import { nextCheckAt } from '#lib/garden/cleaning/progress.ts'
import { isCleanable } from '#lib/hap/actions/judge.ts'
import { isAskedToClean, verifiability } from '#lib/hap/lifecycle/cleaning.ts'
import { ANNOTATIONS, accountKey } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { isHeld, type PooledBinding, poolOf, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { stateSince } from '#lib/hap/pools/state.ts'
import type { Candidate } from './schedule.ts'

/** An account that is to be looked at, and the binding by way of which it is. */
export interface DirtyAccount extends Candidate {
  readonly pooled: PooledBinding
}

export interface CandidateFacts {
  readonly at: number
  /** Providers whose cleaners are on. */
  readonly cleaners: { has(provider: string): boolean }
  /** Milliseconds an account stays dirty before anybody touches it: a cluster that was promised may not have its shoot yet. */
  readonly restMs: number
  /** Since when this process knows a binding as dirty that does not say it itself. */
  seenSince(pooled: PooledBinding): number
}

/** The accounts a cleaner may have to look at, each once: by way of the binding that got furthest, then by name. */
export function dirtyAccounts(bindings: Iterable<PooledBinding>, facts: CandidateFacts): readonly DirtyAccount[] {
  const accounts = new Map<string, DirtyAccount>()
  for (const pooled of bindings) {
    if (pooled.labels.dirty !== 'true') continue
    const candidate = candidateOf(pooled, facts)
    const other = candidate && accounts.get(candidate.account)
    if (candidate && (!other || isBefore(candidate, other))) accounts.set(candidate.account, candidate)
  }
  return [...accounts.values()]
}

function candidateOf(pooled: PooledBinding, facts: CandidateFacts): DirtyAccount | null {
  const { at, restMs } = facts
  const { binding } = pooled
  const pool = poolOf(pooled)
  const state = stateAt(pooled, at)
  const tells = verifiability(pooled, facts.cleaners)
  if (pool === null || tells.by === 'person' || !isCleanable(state) || isHeld(pooled, at)) return null
  const since = stateSince(binding) ?? facts.seenSince(pooled)
  const restedAt = state === 'dirty' ? since + restMs : 0
  return {
    account: accountKey(binding.account),
    lane: tells.provider,
    pool: poolKey(pool),
    next: nextCheckAt(binding, restedAt, at),
    asked: isAskedToClean(binding, at),
    verifying: state === 'verifying',
    since,
    pooled,
  }
}

/** What was begun by way of one binding is ended by way of it; else the one somebody asked for counts. */
function isBefore(one: DirtyAccount, other: DirtyAccount): boolean {
  const begun = ({ pooled: { binding } }: DirtyAccount) =>
    Object.hasOwn(binding.annotations, ANNOTATIONS.cleaning) ? 0 : 1
  if (begun(one) !== begun(other)) return begun(one) < begun(other)
  if (one.asked !== other.asked) return one.asked
  return one.pooled.binding.name < other.pooled.binding.name
}
