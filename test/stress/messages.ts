import type { CrashPoint } from '#lib/services/claims/claim-context.ts'
import type { ClaimStatus } from '#lib/store/claims/claim-record.ts'
import type { End } from '../crash/mortal-process.ts'
import type { StressTarget } from './pools.ts'

/** A crash point that a process reaches this many times, or one of its writes, counted from 0. */
export type DeathAt = { readonly point: CrashPoint; readonly times: number } | End

/**
 * Database connections of each process, like those of a console. It is the only limit: every claim is sent to a process
 * immediately.
 */
export const CONNECTIONS = 10

/** The setup of a worker. */
export interface WorkerSetup {
  readonly kubeconfig: string
  readonly namespace: string
  readonly databaseUrl: string
  readonly holder: string
  /** Global accounts that may own multiple accounts, and clusters per account. */
  readonly allowed: readonly string[]
  readonly limit: number
  /** Share of failing calls to the API server; 0 = none. */
  readonly faults: number
  readonly seed: number
  /** Where it kills itself with SIGKILL; null = nowhere. */
  readonly killAt: DeathAt | null
  /** Pause between two sweeps; null = none. */
  readonly sweepMs: number | null
}

export type Job =
  | {
      readonly kind: 'claim'
      readonly key: string
      readonly tenant: string
      readonly pool: StressTarget
      /** Executes the claim, and closes the connection without a response. */
      readonly losesAnswer?: true
    }
  | { readonly kind: 'release'; readonly id: string }
  | { readonly kind: 'name-cluster'; readonly id: string; readonly cluster: string }
  | { readonly kind: 'mark-dirty' | 'confirm-clean'; readonly binding: string }
  | { readonly kind: 'sweep' }

/** The result of a job; `busy`: retry; `lost`: executed, but the connection broke before the response. */
export type Result =
  | {
      readonly kind: 'claimed'
      readonly id: string
      readonly status: ClaimStatus
      readonly account: string | null
      readonly binding: string | null
      readonly epoch: number | null
    }
  | { readonly kind: 'done'; readonly words: string }
  | { readonly kind: 'busy' | 'failed' | 'lost'; readonly words: string }

/** Counts of a worker: conflicts (409), and faults of each kind per call site. */
export interface WorkerCounts {
  readonly conflicts: number
  readonly faults: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly errors: readonly string[]
  /** All writes of a process that may end at a write, in order. */
  readonly writes: readonly string[]
}

export type ToWorker =
  | { readonly type: 'setup'; readonly setup: WorkerSetup }
  | { readonly type: 'job'; readonly number: number; readonly job: Job }
  | { readonly type: 'counts' }
  | { readonly type: 'end' }

export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'result'; readonly number: number; readonly result: Result }
  | { readonly type: 'counts'; readonly counts: WorkerCounts }
