import { nextCheckAt } from '#lib/garden/cleaning/progress.ts'
import { isCleanable } from '#lib/hap/actions/judge.ts'
import { isAskedToClean, verifiability } from '#lib/hap/lifecycle/cleaning.ts'
import { ANNOTATIONS, accountKey } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { isHeld, type PooledBinding, poolOf, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { stateSince } from '#lib/hap/pools/state.ts'

/** An account that is to be looked at. */
export interface Candidate {
  /** Identity of the account. */
  readonly account: string
  /** What has a budget of its own, so that it can delay no other: the provider. */
  readonly lane: string
  readonly pool: string
  /** Milliseconds since 1970; before it nobody looks. */
  readonly next: number
  /** Whether a person asked for it: then it goes before all others of its lane. */
  readonly asked: boolean
  /** Whether it was empty at its latest look: then it goes before those that were not, since what was seen grows old. */
  readonly verifying: boolean
  /** Since when it is dirty; whoever waits longest goes first. */
  readonly since: number
}

export interface Limits {
  /** Accounts of one provider that are looked at at once. */
  readonly perLane: number
  /** Of these how many may be of one pool: a pool whose accounts all hang leaves the rest to the others. */
  readonly perPool: number
}

export const SYSTEM_LIMITS: Limits = { perLane: 24, perPool: 18 }

/** What is looked at now, by account. */
export type Running = ReadonlyMap<string, Pick<Candidate, 'lane' | 'pool'>>

export interface Schedule<C extends Candidate> {
  readonly start: readonly C[]
  /** When the next account is due that is not due yet; null = none. Accounts that are due and wait start when another ends. */
  readonly again: number | null
}

/**
 * Which accounts are looked at next. Within a lane the pool with the fewest running goes first, so that pools take turns however many
 * accounts each of them has; within a pool whoever needs but a second empty inventory, then whoever is due longest.
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
    return ofOneLane(ofLane, busy, limits)
  })
  // One by one: a spread of hundreds of thousands of arguments is too many for a call.
  return {
    start,
    again: later.reduce<number | null>((least, next) => (least === null ? next : Math.min(least, next)), null),
  }
}

interface PoolQueue<C extends Candidate> {
  readonly queue: readonly C[]
  taken: number
  running: number
}

function ofOneLane<C extends Candidate>(
  due: readonly C[],
  busy: readonly string[],
  { perLane, perPool }: Limits,
): readonly C[] {
  const pools = [...Map.groupBy(due, ({ pool }) => pool)].map(([pool, queue]): PoolQueue<C> => {
    const running = busy.filter(other => other === pool).length
    return { queue: queue.toSorted(byTurn), taken: 0, running }
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

/** Whoever somebody asked for; then, among pools with as many running, the one whose turn is longest due. */
function isBefore(one: PoolQueue<Candidate>, other: PoolQueue<Candidate>): boolean {
  const [first, second] = [one.queue[one.taken], other.queue[other.taken]]
  if (first?.asked !== second?.asked) return first?.asked === true
  if (one.running !== other.running) return one.running < other.running
  return first !== undefined && second !== undefined && byTurn(first, second) < 0
}

function byTurn(one: Candidate, other: Candidate): number {
  return (
    Number(other.asked) - Number(one.asked) ||
    Number(other.verifying) - Number(one.verifying) ||
    one.next - other.next ||
    one.since - other.since ||
    (one.account < other.account ? -1 : 1)
  )
}

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
    asked: isAskedToClean(binding, at),
    verifying: state === 'verifying',
    since,
    pooled,
  }
}

/** What was begun by way of one binding is ended by way of it; else the one somebody asked for counts. */
function isAhead(one: DirtyAccount, other: DirtyAccount): boolean {
  const begun = ({ pooled: { binding } }: DirtyAccount) =>
    Object.hasOwn(binding.annotations, ANNOTATIONS.cleaning) ? 0 : 1
  if (begun(one) !== begun(other)) return begun(one) < begun(other)
  if (one.asked !== other.asked) return one.asked
  return one.pooled.binding.name < other.pooled.binding.name
}
