import type { CrashPoint } from '#lib/services/claims/claim-context.ts'
import type { ClaimStatus } from '#lib/store/claims/claim-record.ts'
import type { End } from '../crash/mortal-process.ts'
import type { StressTarget } from './pools.ts'

/** When a process comes to a named point for that many times, or before or after one of its writes, counted from 0. */
export type DeathAt = { readonly point: CrashPoint; readonly times: number } | End

/** To the database, of each process; a console has as many. The harness bounds nothing else: every claim is with a process at once. */
export const CONNECTIONS = 10

/** What a worker is started with. */
export interface WorkerSetup {
  readonly kubeconfig: string
  readonly namespace: string
  readonly databaseUrl: string
  readonly holder: string
  /** Global accounts that may own several accounts, and clusters per account. */
  readonly allowed: readonly string[]
  readonly limit: number
  /** Share of the calls to the API server that go wrong; 0 = none. */
  readonly faults: number
  readonly seed: number
  /** Where it ends itself with SIGKILL; null = nowhere. */
  readonly killAt: DeathAt | null
  /** Pause between two looks at what others left; null = it does not look. */
  readonly sweepMs: number | null
}

export type Job =
  | {
      readonly kind: 'claim'
      readonly key: string
      readonly tenant: string
      readonly pool: StressTarget
      /** Carries it out, and closes the connection instead of answering. */
      readonly losesAnswer?: true
    }
  | { readonly kind: 'release'; readonly id: string }
  | { readonly kind: 'name-cluster'; readonly id: string; readonly cluster: string }
  | { readonly kind: 'mark-dirty' | 'confirm-clean'; readonly binding: string }
  | { readonly kind: 'sweep' }

/** What came of a job; `busy`: to be asked for again; `lost`: everything was done, and the connection broke before the answer. */
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

/** Counted by a worker: conflicts (409), and which fault hit which call. */
export interface WorkerCounts {
  readonly conflicts: number
  readonly faults: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly errors: readonly string[]
  /** Everything written, in order, by a process that may end at a write. */
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
