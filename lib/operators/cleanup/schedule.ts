import { nextCheckAt } from '#lib/garden/cleaning-progress.ts'
import { isCleanable } from '#lib/hap/actions/judge.ts'
import { isCleanNowRequested, verifiability } from '#lib/hap/lifecycle/cleaning.ts'
import { ANNOTATIONS, accountKey } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { isHeld, type PooledBinding, poolOf, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { stateSince } from '#lib/hap/pools/state.ts'

/** An account to inspect. */
export interface Candidate {
  /** Identity of the account. */
  readonly account: string
  /** Provider; each has its own budget, so that it cannot delay others. */
  readonly lane: string
  readonly pool: string
  /** Earliest inspection in epoch milliseconds. */
  readonly next: number
  /** Whether a person requested it, which gives it priority in its lane. */
  readonly asked: boolean
  /** Whether the last inventory was empty; such accounts come first, since the result expires. */
  readonly verifying: boolean
  /** Start of the dirty state; the longest waiting account comes first. */
  readonly since: number
}

/** Limits of concurrent inspections. */
export interface Limits {
  /** Concurrent inspections per provider. */
  readonly perLane: number
  /** Of these the maximum per pool, so that a pool with hanging accounts does not block the others. */
  readonly perPool: number
}

/** Default limits. */
export const SYSTEM_LIMITS: Limits = { perLane: 24, perPool: 18 }

/** Running inspections by account. */
export type Running = ReadonlyMap<string, Pick<Candidate, 'lane' | 'pool'>>

/** Inspections to start and the time of the next turn. */
export interface Schedule<C extends Candidate> {
  readonly start: readonly C[]
  /**
   * Time at which the next account becomes due; null = none. Due accounts that wait start when
   * another inspection ends.
   */
  readonly nextAt: number | null
}

/**
 * Selects the accounts to inspect next. Within a lane the pool with the fewest running inspections
 * comes first, so that pools take turns regardless of their size; within a pool accounts that need
 * only a second empty inventory come first, then the longest due.
 */
export function schedule<C extends Candidate>(
  candidates: readonly C[],
  running: Running,
  at: number,
  limits: Limits,
): Schedule<C> {
  const waiting = candidates.filter(({ account }) => !running.has(account))
  const later = waiting.filter(({ next }) => next > at).map(({ next }) => next)
  const due = waiting.filter(({ next }) => next <= at)
  const lanes = Map.groupBy(due, ({ lane }) => lane)
  const start = [...lanes].flatMap(([lane, ofLane]) => {
    const busy = [...running.values()].filter(other => other.lane === lane).map(({ pool }) => pool)
    return selectInLane(ofLane, busy, limits)
  })
  // Avoids spreading hundreds of thousands of arguments.
  return {
    start,
    nextAt: later.reduce<number | null>((least, next) => (least === null ? next : Math.min(least, next)), null),
  }
}

interface PoolQueue<C extends Candidate> {
  readonly queue: readonly C[]
  taken: number
  running: number
}

function selectInLane<C extends Candidate>(
  due: readonly C[],
  busy: readonly string[],
  { perLane, perPool }: Limits,
): readonly C[] {
  const pools = [...Map.groupBy(due, ({ pool }) => pool)].map(([pool, queue]): PoolQueue<C> => {
    const running = busy.filter(other => other === pool).length
    return { queue: queue.toSorted(compareTurns), taken: 0, running }
  })
  const started: C[] = []
  while (busy.length + started.length < perLane) {
    const open = pools.filter(({ queue, taken, running }) => taken < queue.length && running < perPool)
    const [first, ...others] = open
    if (first === undefined) break
    const pool = others.reduce((best, other) => (isBefore(other, best) ? other : best), first)
    const candidate = pool.queue[pool.taken]
    if (candidate === undefined) break
    started.push(candidate)
    pool.taken += 1
    pool.running += 1
  }
  return started
}

/** Requested accounts first; then, among pools with as many running inspections, the longest due. */
function isBefore(one: PoolQueue<Candidate>, other: PoolQueue<Candidate>): boolean {
  const [first, second] = [one.queue[one.taken], other.queue[other.taken]]
  if (first?.asked !== second?.asked) return first?.asked === true
  if (one.running !== other.running) return one.running < other.running
  return first !== undefined && second !== undefined && compareTurns(first, second) < 0
}

function compareTurns(one: Candidate, other: Candidate): number {
  return (
    Number(other.asked) - Number(one.asked) ||
    Number(other.verifying) - Number(one.verifying) ||
    one.next - other.next ||
    one.since - other.since ||
    (one.account < other.account ? -1 : 1)
  )
}

/** An account to inspect and the binding through which it is inspected. */
export interface DirtyAccount extends Candidate {
  readonly pooled: PooledBinding
}

/** Time and settings that decide which accounts are due. */
export interface CandidateFacts {
  readonly at: number
  /** Providers with an enabled cleaner. */
  readonly cleaners: { has(provider: string): boolean }
  /**
   * Milliseconds before the first inspection of a dirty account, since the shoot of an accepted
   * claim may not exist yet.
   */
  readonly restMs: number
  /** When this process first saw a binding as dirty that has no timestamp. */
  seenSince(pooled: PooledBinding): number
}

/** Lists each dirty account once, through the binding that progressed furthest, then by name. */
export function dirtyAccounts(bindings: Iterable<PooledBinding>, facts: CandidateFacts): readonly DirtyAccount[] {
  const accounts = new Map<string, DirtyAccount>()
  for (const pooled of bindings) {
    if (pooled.labels.dirty !== 'true') continue
    const candidate = candidateOf(pooled, facts)
    const other = candidate && accounts.get(candidate.account)
    if (candidate && (!other || isAhead(candidate, other))) accounts.set(candidate.account, candidate)
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
    asked: isCleanNowRequested(binding, at),
    verifying: state === 'verifying',
    since,
    pooled,
  }
}

/**
 * Cleaning continues through the binding with which it began; otherwise a requested binding takes
 * precedence.
 */
function isAhead(one: DirtyAccount, other: DirtyAccount): boolean {
  const begun = ({ pooled: { binding } }: DirtyAccount) =>
    Object.hasOwn(binding.annotations, ANNOTATIONS.cleaning) ? 0 : 1
  if (begun(one) !== begun(other)) return begun(one) < begun(other)
  if (one.asked !== other.asked) return one.asked
  return one.pooled.binding.name < other.pooled.binding.name
}
