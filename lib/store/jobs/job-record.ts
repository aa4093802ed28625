import type { Action } from '#lib/hap/actions/action.ts'
import type { TargetStatus } from '#lib/hap/actions/job.ts'
import type { StoredIdentity } from '#lib/hap/lifecycle/identity.ts'
import type { Binding, BindingRef } from '#lib/hap/pools/binding.ts'

/** `cancelled`: stopped on request before every target was tried. */
export type JobStatus = 'queued' | 'running' | 'done' | 'cancelled'

export type TargetCounts = Readonly<Record<TargetStatus, number>>

/** Parameters of the action besides its targets. */
export interface JobParameters {
  /** User id of the actor. */
  readonly userId: string
  /** URL of the actor's identity provider; null for others, absent in jobs of older releases. */
  readonly issuer?: string | null
  /** Of `hold`: RFC 3339, null for a hold without end. */
  readonly until: string | null
  /** The job whose failed targets this job retries; null for none. */
  readonly retryOf: string | null
  /** Distinguishes a repeated request from another request with the same key. */
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

/** A binding at the version that a person saw. */
export interface SeenBinding extends Pick<Binding, 'labels' | 'annotations'> {
  readonly version: string
}

/** The binding that replaced the version that was seen; `found` is null when it could not be read. */
export interface ChangedTarget {
  readonly found: SeenBinding | null
}

/** One binding of a job. */
export interface TargetRecord {
  readonly position: number
  readonly binding: BindingRef
  /** Version that the person decided on. */
  readonly seenVersion: string
  /** The binding at that version; null when the console no longer had it. */
  readonly seen: SeenBinding | null
  /** uid and account of the binding at that version; null when unknown, as in jobs of older releases. */
  readonly remembered: StoredIdentity | null
  readonly status: TargetStatus
  readonly attempts: number
  /** Result as a sentence; null before there is one. */
  readonly message: string | null
  /** Set when the target was refused because its binding changed. */
  readonly changed: ChangedTarget | null
  readonly updatedAt: Date
}

export type NewTarget = Pick<TargetRecord, 'binding' | 'seenVersion' | 'seen' | 'remembered'>

export interface NewJob
  extends Pick<JobRecord, 'id' | 'action' | 'parameters' | 'reason' | 'ticket' | 'actor' | 'role' | 'requestId'> {
  readonly targets: readonly NewTarget[]
  /** Audit intent of its start. */
  readonly auditSeq: bigint
}
