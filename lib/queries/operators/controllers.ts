import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { Lead } from '#lib/operators/framework/lease.ts'
import type { ControllerMetrics, Distribution } from '#lib/operators/framework/metrics.ts'

/** A controller of this process as a page shows it. */
export interface ControllerRow {
  readonly name: string
  /** Keys that wait for their turn. */
  readonly depth: number
  readonly working: number
  /** Keys that are looked at later. */
  readonly scheduled: number
  readonly runs: number
  readonly retries: number
  readonly errors: number
  /** Most of the waits were no longer, in milliseconds; null before the first, and for one longer than the metrics tell apart. */
  readonly waitMs: number | null
}

export interface ControllersView {
  readonly leader: LeaderView
  readonly controllers: readonly ControllerRow[]
}

/** Who leads the operators. `unknown`: why, as a sentence. */
export type LeaderView =
  | { readonly known: true; readonly here: boolean; readonly name: string; readonly since: string | null }
  | { readonly known: true; readonly here: false; readonly name: null }
  | { readonly known: false; readonly reason: string }

const LEASE_TIMEOUT_MS = 3_000

/** Share of the waits that `waitMs` stands for. */
const WAIT_SHARE = 0.95

/** Who leads the operators, and what the controllers of this process do. */
export async function getControllers(atWork: RunningOperators): Promise<ControllersView> {
  const leader = await readLeader(atWork)
  const controllers = atWork.controllers().map(({ name, metrics }) => {
    const { depth, working, scheduled, runs, retries, errors, queueLatency } = metrics
    return { name, depth, working, scheduled, runs, retries, errors, waitMs: waitBound(queueLatency) }
  })
  return { leader, controllers }
}

async function readLeader(atWork: RunningOperators): Promise<LeaderView> {
  const signal = AbortSignal.timeout(LEASE_TIMEOUT_MS)
  try {
    const lead = await atWork.lead(signal)
    if (lead === null) return { known: true, here: false, name: null }
    return { known: true, here: lead.name === atWork.identity, name: lead.name, since: lead.since }
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

/** One controller of this process, with its metrics of the moment. */
interface ControllerReading {
  readonly name: string
  readonly metrics: ControllerMetrics
}

/** What the operators of this process do; whoever publishes metrics reads them here too. */
export interface RunningOperators {
  /** Name of this process in the Lease; null where it has no operators. */
  readonly identity: string | null
  /** Who leads the operators, by the Lease; null when nobody does. Throws GardenError. */
  lead(signal: AbortSignal): Promise<Lead | null>
  /** Controllers that are at work here: those of the operators while this process leads, and the cleaner where it is on. */
  controllers(): readonly ControllerReading[]
}
