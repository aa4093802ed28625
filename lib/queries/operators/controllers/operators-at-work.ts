import type { Lead } from '#lib/operators/framework/lease.ts'
import type { ControllerMetrics } from '#lib/operators/framework/metrics.ts'

/** One controller of this process, with its metrics of the moment. */
interface ControllerReading {
  readonly name: string
  readonly metrics: ControllerMetrics
}

/** What the operators of this process do; whoever publishes metrics reads them here too. */
export interface OperatorsAtWork {
  /** Name of this process in the Lease; null where it has no operators. */
  readonly identity: string | null
  /** Who leads the operators, by the Lease; null when nobody does. Throws GardenError. */
  lead(signal: AbortSignal): Promise<Lead | null>
  /** Controllers that are at work here: those of the operators while this process leads, and the cleaner where it is on. */
  controllers(): readonly ControllerReading[]
}
