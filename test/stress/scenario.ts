import type { Servers } from './landscape.ts'
import type { Report } from './report.ts'

export interface Amounts {
  readonly claims: number
  readonly tenants: number
  readonly processes: number
  /** Claims in flight of all clients together; the rest waits at the clients. */
  readonly inFlight: number
  readonly seed: number
  readonly rounds: number
  readonly kills: number
  /** Number of faults to inject. */
  readonly faults: number
  /** Share of failing calls to the API server; 0 = none. */
  readonly harm: number
  /** Duration of the outage of each server. */
  readonly outageSeconds: number
}

/** Runs a scenario, and checks its result. */
export type Scenario = (servers: Servers, amounts: Amounts) => Promise<Report>

/** Runs on one landscape after the other. */
export type Scenarios = (servers: Servers, amounts: Amounts) => Promise<Report | readonly Report[]>

/** Name of a scenario that may have faults. */
export function nameOf(scenario: string, harm: number): string {
  return harm === 0 ? scenario : `${scenario}-faults`
}

/** Pause between two sweeps where their timing does not matter. */
export const QUICK_SWEEP_MS = 500
