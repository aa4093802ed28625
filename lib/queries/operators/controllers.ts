import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { Lead } from '#lib/operators/framework/lease.ts'
import type { ControllerMetrics, Distribution } from '#lib/operators/framework/metrics.ts'

/** A controller of this process with its metrics. */
export interface ControllerRow {
  readonly name: string
  /** Keys in the queue. */
  readonly depth: number
  readonly working: number
  /** Keys with a scheduled requeue. */
  readonly scheduled: number
  readonly runs: number
  readonly retries: number
  readonly errors: number
  /**
   * Upper bound of WAIT_SHARE of the waits, in milliseconds; null before the first, and above the
   * largest bucket.
   */
  readonly waitMs: number | null
}

/** Leader of the operators, and controllers of this process. */
export interface ControllersView {
  readonly leader: LeaderView
  readonly controllers: readonly ControllerRow[]
}

/** Leader of the operators, or the reason why it is unknown. */
export type LeaderView =
  | { readonly known: true; readonly here: boolean; readonly name: string; readonly since: string | null }
  | { readonly known: true; readonly here: false; readonly name: null }
  | { readonly known: false; readonly reason: string }

const LEASE_TIMEOUT_MS = 3_000

/** Share of the waits within `waitMs`. */
const WAIT_SHARE = 0.95

/** Returns the leader of the operators and the controllers of this process. */
export async function getControllers(operators: RunningOperators): Promise<ControllersView> {
  const leader = await readLeader(operators)
  const controllers = operators.controllers().map(({ name, metrics }) => {
    const { depth, working, scheduled, runs, retries, errors, queueLatency } = metrics
    return { name, depth, working, scheduled, runs, retries, errors, waitMs: waitBound(queueLatency) }
  })
  return { leader, controllers }
}

async function readLeader(operators: RunningOperators): Promise<LeaderView> {
  const signal = AbortSignal.timeout(LEASE_TIMEOUT_MS)
  try {
    const lead = await operators.lead(signal)
    if (lead === null) return { known: true, here: false, name: null }
    return { known: true, here: lead.name === operators.identity, name: lead.name, since: lead.since }
  } catch (error) {
    if (error instanceof GardenError) return { known: false, reason: error.message }
    if (signal.aborted) return { known: false, reason: 'The control plane has not answered in time.' }
    throw error
  }
}

function waitBound({ count, buckets }: Distribution): number | null {
  if (count === 0) return null
  return buckets.find(bucket => bucket.count >= WAIT_SHARE * count)?.atMostMs ?? null
}

/** One controller of this process with its current metrics. */
interface ControllerReading {
  readonly name: string
  readonly metrics: ControllerMetrics
}

/** Operators of this process; the metrics endpoint reads them as well. */
export interface RunningOperators {
  /** Name of this process in the Lease; null without operators. */
  readonly identity: string | null
  /** Reads the leader from the Lease; null without a leader. Throws GardenError. */
  lead(signal: AbortSignal): Promise<Lead | null>
  /**
   * Lists the running controllers: those of the operators while this process leads, and the cleaner
   * where it is on.
   */
  controllers(): readonly ControllerReading[]
}
