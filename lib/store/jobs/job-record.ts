import type { Action } from '#lib/hap/actions/action.ts'
import type { TargetStatus } from '#lib/hap/actions/job.ts'
import type { Remembered } from '#lib/hap/lifecycle/identity.ts'
import type { Binding, BindingRef } from '#lib/hap/pools/binding.ts'

/** `cancelled`: somebody stopped it, so that not every target was tried. */
export type JobStatus = 'queued' | 'running' | 'done' | 'cancelled'

export type TargetCounts = Readonly<Record<TargetStatus, number>>

/** What an action is given besides its target. */
export interface JobParameters {
  /** Who started it, as the sign-in knows them. */
  readonly userId: string
  /** `hold`: RFC 3339, null = until somebody ends it. */
  readonly until: string | null
  /** The job whose failed targets these are; null = none. */
  readonly retryOf: string | null
  /** Tells a repeated request from another one under the same key. */
  readonly fingerprint: string
}

export interface JobRecord {
  readonly id: string
  readonly action: Action
  readonly parameters: JobParameters
  readonly reason: string
  readonly ticket: string | null
  readonly actor: string
  readonly role: string | null
  readonly requestId: string | null
  readonly status: JobStatus
  readonly cancelRequested: boolean
  readonly total: number
  readonly counts: TargetCounts
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
}

/** A binding at one version, as far as a person decides by it. */
export interface SeenBinding extends Pick<Binding, 'labels' | 'annotations'> {
  readonly version: string
}

/** What was there instead of the version that was seen; `found` null = it could not be read. */
export interface ChangedTarget {
  readonly found: SeenBinding | null
}

/** One binding of a job. */
export interface TargetRecord {
  readonly position: number
  readonly binding: BindingRef
  /** Version the person decided on. */
  readonly seenVersion: string
  /** The binding at that version; null where the console did not have it any more when the job began. */
  readonly seen: SeenBinding | null
  /** uid and account of the binding at that version; null where that is not known, or a release without it started the job. */
  readonly remembered: Remembered | null
  readonly status: TargetStatus
  readonly attempts: number
  /** What came of it, as a sentence; null while nothing did. */
  readonly message: string | null
  /** Set where it was refused because it was not as it was seen. */
  readonly changed: ChangedTarget | null
  readonly updatedAt: Date
}

export type NewTarget = Pick<TargetRecord, 'binding' | 'seenVersion' | 'seen' | 'remembered'>

export interface NewJob
  extends Pick<JobRecord, 'id' | 'action' | 'parameters' | 'reason' | 'ticket' | 'actor' | 'role' | 'requestId'> {
  readonly targets: readonly NewTarget[]
  /** Intent of its start in the audit chain. */
  readonly auditSeq: bigint
}
