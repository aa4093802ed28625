import type { Evidence, Progress } from '#lib/garden/cleaning-progress.ts'
import { MAX_CLEANING_FAILURES } from '#lib/hap/lifecycle/cleaning.ts'
import { backOffMs, spread } from '#lib/util/retry.ts'

/** Intervals of cleaning in milliseconds. */
export interface CleaningTiming {
  /**
   * Between two inventories, so that lagging lists of providers catch up; minimum between two empty
   * ones.
   */
  readonly pauseMs: number
  /** Validity of an empty inventory. */
  readonly emptyLastsMs: number
  /** First pause after a failed attempt; doubles each time. */
  readonly firstBackoffMs: number
  readonly maxBackoffMs: number
  /** Interval of dry runs while deleting is off. */
  readonly dryRunMs: number
}

/** Default timing. */
export const SYSTEM_CLEANING: CleaningTiming = {
  pauseMs: 60_000,
  emptyLastsMs: 900_000,
  firstBackoffMs: 60_000,
  maxBackoffMs: 1_800_000,
  dryRunMs: 3_600_000,
}

/** Consecutive delays that count as one failure: more than three hours with their pauses. */
const MAX_DELAYS = 12
/** Rounds of deletion without an empty account that count as one failure. */
const MAX_ROUNDS = 5

/** Result of one inspection of an account. */
export type Inspection =
  /** The account is empty. */
  | { readonly found: 'nothing'; readonly evidence: Evidence }
  /** Deletions were accepted or are running. `reason`: why the rest stays; null = no rest. */
  | { readonly found: 'deleting'; readonly evidence: Evidence; readonly reason: string | null }
  /** Resources stay that may disappear by themselves, or deletions failed. */
  | { readonly found: 'left'; readonly evidence: Evidence; readonly reason: string }
  /** Resources stay that a person has to check. */
  | { readonly found: 'foreign'; readonly evidence: Evidence; readonly reason: string }
  /** Resources would be deleted, but deleting is off. */
  | { readonly found: 'dry-run'; readonly evidence: Evidence; readonly reason: string }
  /** The inspection failed. `passing`: for a reason other than the account. */
  | {
      readonly found: 'failure'
      readonly passing: boolean
      readonly reason: string
      readonly retryAfterMs: number | null
      readonly evidence: Evidence | null
    }

/** Next state of the account: inspected again in a state, released to its pool, or left to a person. */
export interface Step {
  readonly to: 'dirty' | 'cleaning' | 'verifying' | 'free' | 'quarantined'
  readonly progress: Progress
}

/** Time and timing of a transition. */
interface StateFacts {
  /** Epoch milliseconds. */
  readonly at: number
  readonly timing: CleaningTiming
  /** From 0 to 1: spreads the pauses of accounts that failed at the same time. */
  readonly spread: number
}

/**
 * State machine of a released account: the next state by the present state and the result of an
 * inspection. Pure.
 */
export function nextState(
  from: 'dirty' | 'cleaning' | 'verifying',
  before: Progress,
  inspection: Inspection,
  facts: StateFacts,
): Step {
  const { at, timing } = facts
  // An account with deletions stays in `cleaning`, so that the dirty mark cannot be withdrawn.
  const waits = from === 'cleaning' || isTouched(before) ? 'cleaning' : 'dirty'
  const idle = { ...before, owner: null, evidence: inspection.evidence ?? before.evidence }
  if (inspection.found === 'nothing') {
    const counts = isOfSameAccount(before.evidence, inspection.evidence)
    return empty(counts ? idle : { ...idle, emptyAt: [] }, at, timing)
  }
  const used = { ...idle, emptyAt: [] }
  switch (inspection.found) {
    case 'deleting': {
      const rounds = before.rounds + 1
      if (rounds > MAX_ROUNDS) return failed(waits, { ...used, rounds: 0, delays: 0 }, { reason: STILL_THERE }, facts)
      const next = at + backOffMs(rounds - 1, { firstMs: timing.pauseMs, maxMs: Number.POSITIVE_INFINITY })
      return { to: 'cleaning', progress: { ...used, rounds, delays: 0, reason: inspection.reason, next } }
    }
    case 'left':
      return failed(waits, { ...used, delays: 0 }, inspection, facts)
    case 'foreign':
      return { to: 'quarantined', progress: { ...used, reason: inspection.reason } }
    case 'dry-run': {
      const next = at + timing.dryRunMs
      return { to: waits, progress: { ...used, failures: 0, delays: 0, reason: inspection.reason, next } }
    }
    case 'failure': {
      const delays = inspection.passing ? before.delays + 1 : MAX_DELAYS
      if (delays >= MAX_DELAYS) return failed(waits, { ...used, delays: 0 }, inspection, facts)
      const wait = Math.max(inspection.retryAfterMs ?? 0, backoff(delays, facts))
      return { to: waits, progress: { ...used, delays, reason: inspection.reason, next: at + wait } }
    }
  }
}

/**
 * The Secret may lead to another account, and a newer cleaner may inspect more; earlier results
 * prove nothing then.
 */
function isOfSameAccount(before: Evidence | null, now: Evidence): boolean {
  return before === null || (before.identity === now.identity && before.version === now.version)
}

function isTouched({ rounds, evidence }: Progress): boolean {
  return rounds > 0 || Object.values(evidence?.deleted ?? {}).some(count => count > 0)
}

const STILL_THERE = `Resources remain after ${MAX_ROUNDS} rounds of deletion.`

/** Two consecutive empty inventories with a pause between them prove that the account is empty. */
function empty(idle: Progress, at: number, timing: CleaningTiming): Step {
  const [first] = idle.emptyAt.filter(moment => at - moment <= timing.emptyLastsMs && moment <= at)
  const cleared = { ...idle, delays: 0, reason: null }
  if (first === undefined) {
    return { to: 'verifying', progress: { ...cleared, emptyAt: [at], next: at + timing.pauseMs } }
  }
  if (at - first < timing.pauseMs) {
    return { to: 'verifying', progress: { ...cleared, emptyAt: [first], next: first + timing.pauseMs } }
  }
  return { to: 'free', progress: { ...cleared, emptyAt: [first, at], next: at + timing.pauseMs } }
}

function failed(
  waits: 'dirty' | 'cleaning',
  idle: Progress,
  { reason, retryAfterMs = null }: { readonly reason: string; readonly retryAfterMs?: number | null },
  facts: StateFacts,
): Step {
  const failures = idle.failures + 1
  const next = facts.at + Math.max(retryAfterMs ?? 0, backoff(failures, facts))
  return {
    to: failures >= MAX_CLEANING_FAILURES ? 'quarantined' : waits,
    progress: { ...idle, failures, reason, next },
  }
}

/** Exponential back-off with jitter between half and all of the pause. */
function backoff(times: number, { timing: { firstBackoffMs, maxBackoffMs }, spread: random }: StateFacts): number {
  return Math.round(spread(backOffMs(times - 1, { firstMs: firstBackoffMs, maxMs: maxBackoffMs }), random))
}
