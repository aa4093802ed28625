import type { Evidence } from '#lib/garden/cleaning/evidence.ts'
import type { Progress } from '#lib/garden/cleaning/progress.ts'
import { MOST_FAILURES } from '#lib/hap/actions/job.ts'
import { backOffMs, spread } from '#lib/util/retry.ts'

/** How patient cleaning is. Milliseconds. */
export interface CleaningTiming {
  /** Between an inventory and the next, so that providers whose lists lag behind have time; between two empty ones at least. */
  readonly pauseMs: number
  /** After this long an empty inventory says nothing any more. */
  readonly emptyLastsMs: number
  /** Before a failed attempt is followed by another; doubled each time. */
  readonly firstBackoffMs: number
  readonly maxBackoffMs: number
  /** Before a plan that nothing is to be done about, since deleting is off, is made anew. */
  readonly dryRunMs: number
}

export const SYSTEM_CLEANING: CleaningTiming = {
  pauseMs: 60_000,
  emptyLastsMs: 900_000,
  firstBackoffMs: 60_000,
  maxBackoffMs: 1_800_000,
  dryRunMs: 3_600_000,
}

/** Delays in a row that count as a failure: with their pauses more than three hours. */
const MAX_DELAYS = 12
/** Rounds of deletion that leave something that could be deleted, before that counts as a failure. */
const MAX_ROUNDS = 5

/** What one look at an account came to. */
export type Look =
  /** Nothing of anybody's was there. */
  | { readonly found: 'nothing'; readonly evidence: Evidence }
  /** Something was deleted, or is being deleted. `reason`: why the rest was not; null = there is no rest. */
  | { readonly found: 'deleting'; readonly evidence: Evidence; readonly reason: string | null }
  /** Something stays that may go by itself, or some deletions failed. */
  | { readonly found: 'left'; readonly evidence: Evidence; readonly reason: string }
  /** Something stays that only a person can judge. */
  | { readonly found: 'foreign'; readonly evidence: Evidence; readonly reason: string }
  /** There is something to delete, and deleting is off. */
  | { readonly found: 'dry-run'; readonly evidence: Evidence; readonly reason: string }
  /** The attempt failed. `passing`: not because of the account. */
  | {
      readonly found: 'failure'
      readonly passing: boolean
      readonly reason: string
      readonly retryAfterMs: number | null
      readonly evidence: Evidence | null
    }

/** What is to become of the account: looked at again in the state, given back to its pool, or left to a person. */
export interface Step {
  readonly to: 'dirty' | 'cleaning' | 'verifying' | 'free' | 'quarantined'
  readonly progress: Progress
}

/** When and how a look is judged. */
interface StateFacts {
  /** Now, in milliseconds since 1970. */
  readonly at: number
  readonly timing: CleaningTiming
  /** From 0 to 1: spreads the pauses of many accounts that failed at once. */
  readonly spread: number
}

/** The state machine of one account that was given back: what follows from a look at it, by the state it has by now. */
export function nextState(
  from: 'dirty' | 'cleaning' | 'verifying',
  before: Progress,
  look: Look,
  judging: StateFacts,
): Step {
  const { at, timing } = judging
  // What was deleted cannot be restored: such an account is no longer merely dirty, so that nobody takes the mark back.
  const waits = from === 'cleaning' || isTouched(before) ? 'cleaning' : 'dirty'
  const idle = { ...before, owner: null, evidence: look.evidence ?? before.evidence }
  if (look.found === 'nothing') {
    const counts = isOfSameAccount(before.evidence, look.evidence)
    return empty(counts ? idle : { ...idle, emptyAt: [] }, at, timing)
  }
  const used = { ...idle, emptyAt: [] }
  switch (look.found) {
    case 'deleting': {
      const rounds = before.rounds + 1
      if (rounds > MAX_ROUNDS) return failed(waits, { ...used, rounds: 0, delays: 0 }, { reason: STILL_THERE }, judging)
      const next = at + backOffMs(rounds - 1, { firstMs: timing.pauseMs, maxMs: Number.POSITIVE_INFINITY })
      return { to: 'cleaning', progress: { ...used, rounds, delays: 0, reason: look.reason, next } }
    }
    case 'left':
      return failed(waits, { ...used, delays: 0 }, look, judging)
    case 'foreign':
      return { to: 'quarantined', progress: { ...used, reason: look.reason } }
    case 'dry-run': {
      const next = at + timing.dryRunMs
      return { to: waits, progress: { ...used, failures: 0, delays: 0, reason: look.reason, next } }
    }
    case 'failure': {
      const delays = look.passing ? before.delays + 1 : MAX_DELAYS
      if (delays >= MAX_DELAYS) return failed(waits, { ...used, delays: 0 }, look, judging)
      const wait = Math.max(look.retryAfterMs ?? 0, backoff(delays, judging))
      return { to: waits, progress: { ...used, delays, reason: look.reason, next: at + wait } }
    }
  }
}

/** Its Secret may lead to another account by now, and a newer cleaner may look at more: then what was seen before proves nothing. */
function isOfSameAccount(before: Evidence | null, now: Evidence): boolean {
  return before === null || (before.identity === now.identity && before.version === now.version)
}

function isTouched({ rounds, evidence }: Progress): boolean {
  return rounds > 0 || Object.values(evidence?.deleted ?? {}).some(count => count > 0)
}

const STILL_THERE = `After ${MAX_ROUNDS} rounds of deletion something is still there.`

/** The first empty inventory is worth a second look; two in a row, with a pause between, are proof. */
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
  judging: StateFacts,
): Step {
  const failures = idle.failures + 1
  const next = judging.at + Math.max(retryAfterMs ?? 0, backoff(failures, judging))
  return { to: failures >= MOST_FAILURES ? 'quarantined' : waits, progress: { ...idle, failures, reason, next } }
}

/** From half to all of a pause that doubles. */
function backoff(times: number, { timing: { firstBackoffMs, maxBackoffMs }, spread: random }: StateFacts): number {
  return Math.round(spread(backOffMs(times - 1, { firstMs: firstBackoffMs, maxMs: maxBackoffMs }), random))
}
