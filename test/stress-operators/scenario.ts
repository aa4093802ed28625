import type { Report } from './report.ts'

export interface Amounts {
  readonly clusters: number
  readonly rotations: number
  /** Times at which a reader has kept a kubeconfig until just before its end. */
  readonly kept: number
  readonly singles: number
  readonly singlesAtOnce: number
  readonly revokes: number
  /** To recycle without a throttle, and with it. */
  readonly accounts: number
  readonly spaced: number
  readonly seed: number
  /** Of a real API server for the custom resources, and where it can for the shoots; null = the embedded garden is all of them. */
  readonly kubeconfig: string | null
}

/** Runs, and judges what came of it. */
export type Scenario = (amounts: Amounts) => Promise<Report>
