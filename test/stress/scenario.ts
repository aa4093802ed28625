import type { Servers } from './landscape.ts'
import type { Report } from './report.ts'

export interface Amounts {
  readonly claims: number
  readonly tenants: number
  readonly processes: number
  /** Claims that all clients together have on their way at once; the rest waits with the clients. */
  readonly inFlight: number
  readonly seed: number
  readonly rounds: number
  readonly kills: number
  /** Failures to be injected. */
  readonly faults: number
  /** Share of the calls to the API server that go wrong; 0 = none. */
  readonly harm: number
  /** How long each server cannot be reached. */
  readonly outageSeconds: number
}

/** Runs, and judges what came of it. */
export type Scenario = (servers: Servers, amounts: Amounts) => Promise<Report>

/** The same on one landscape after the other. */
export type Scenarios = (servers: Servers, amounts: Amounts) => Promise<Report | readonly Report[]>

/** Name of a scenario whose calls may go wrong. */
export function nameOf(scenario: string, harm: number): string {
  return harm === 0 ? scenario : `${scenario}-faults`
}

/** Pause between two sweeps where what a sweep does is in question and not how soon. */
export const QUICK_SWEEP_MS = 500
