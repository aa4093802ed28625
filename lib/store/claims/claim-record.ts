import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { AccountRequest } from '#lib/hap/request.ts'

export const CLAIM_STATUSES = [
  'pending',
  'waiting',
  'intent',
  'reserved',
  'active',
  'releasing',
  'released',
  'refused',
  'failed',
] as const

export type ClaimStatus = (typeof CLAIM_STATUSES)[number]

export type ClaimOutcome = 'claim' | 'reuse' | 'shared'

/** What a claim asks for when its pool has no usable account. */
export const ON_EXHAUSTED = ['wait', 'fail'] as const

/** How a claim waits for an account. */
export interface WaitTerms {
  readonly onExhausted: (typeof ON_EXHAUSTED)[number]
  /** When it ends if it still waits, in milliseconds since 1970; null for no end. */
  readonly deadline: number | null
}

/**
 * Why a claim ended without an account: a person cancelled it, its deadline passed, it asked not to wait, or
 * its pool has neither bindings nor rules.
 */
export const CLAIM_CAUSES = ['cancelled', 'expired', 'exhausted', 'unknown-pool'] as const

export type ClaimCause = (typeof CLAIM_CAUSES)[number]

/**
 * Statuses in which a claim has its account: it counts against the limit, and no other claim may
 * take the account.
 */
export const OPEN_STATUSES = ['intent', 'reserved', 'active'] as const satisfies readonly ClaimStatus[]

const RELEASED_STATUSES: readonly string[] = ['releasing', 'released'] satisfies readonly ClaimStatus[]

/**
 * Whether a claim is released or being released, so that its account is no longer its own. `status`
 * may come from an API.
 */
export function isGivenBack({ status }: { readonly status: string }): boolean {
  return RELEASED_STATUSES.includes(status)
}

/** A claim with its request, reservation and cluster. */
export interface ClaimRecord extends WaitTerms {
  readonly id: string
  readonly key: string
  readonly requestHash: string
  readonly request: AccountRequest
  readonly tenant: string
  readonly cluster: string | null
  /** Registered for a cluster that existed, without a request. */
  readonly adopted: boolean
  readonly status: ClaimStatus
  readonly outcome: ClaimOutcome | null
  readonly hyperscalerType: string | null
  readonly euAccess: boolean
  readonly poolKey: string | null
  readonly binding: BindingRef | null
  /** uid of that binding; null in claims of older releases. */
  readonly bindingUid: string | null
  readonly account: string | null
  /** Epoch that the selection wrote; null while the claim is an intent. */
  readonly epoch: number | null
  readonly message: string | null
  /** Null for a claim with another end, or that ended in a release without causes. */
  readonly cause: ClaimCause | null
  readonly actor: string
  /** Audit intent of the latest change. */
  readonly auditSeq: bigint | null
  /** Order of arrival. */
  readonly ticket: bigint
  /** Grows with each acquisition of the lease: writes under an older token are refused. */
  readonly token: bigint
  /** Whether the lease can be acquired: no process has it, or it expired. */
  readonly isUnleased: boolean
  /** Whether its deadline has passed, by the clock of the database. */
  readonly isExpired: boolean
  /** Whether its intent is over two minutes old, by the clock of the database. */
  readonly intentIsOld: boolean
  /** Whether its release is over an hour old, by the clock of the database. */
  readonly releaseIsOld: boolean
  readonly createdAt: number
  /** When it began to wait; null when it never waited, or failed since. */
  readonly queuedAt: number | null
  /** When the latest write of its binding was intended. */
  readonly intentAt: number | null
  readonly reservedAt: number | null
  /** Whether its cluster ever existed. */
  readonly hadCluster: boolean
  readonly releasedAt: number | null
}
