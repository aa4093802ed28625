import type { Report } from './report.ts'

export interface Amounts {
  readonly clusters: number
  readonly rotations: number
  /** How often a reader keeps a kubeconfig until just before its end. */
  readonly kept: number
  readonly singles: number
  readonly singlesAtOnce: number
  readonly revokes: number
  /** Accounts to recycle without and with a rate limit. */
  readonly accounts: number
  readonly spaced: number
  readonly seed: number
  /**
   * A real API server for the custom resources, and for the shoots where possible; null = the embedded garden for all.
   */
  readonly kubeconfig: string | null
}

/** Runs a scenario, and checks its result. */
export type Scenario = (amounts: Amounts) => Promise<Report>
