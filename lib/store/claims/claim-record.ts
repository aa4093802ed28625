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

/** Statuses in which a claim has its account: it counts against the limit, and nobody may take the account away. */
export const OPEN_STATUSES = ['intent', 'reserved', 'active'] as const satisfies readonly ClaimStatus[]

const RELEASED_STATUSES: readonly string[] = ['releasing', 'released'] satisfies readonly ClaimStatus[]

/** Whether a claim was given back: its account, if it had one, is not its own any more, or not for long. `status`: as an API may tell it. */
export function isGivenBack({ status }: { readonly status: string }): boolean {
  return RELEASED_STATUSES.includes(status)
}

/** A claim as the protocol reads it: request, reservation and cluster in one. */
export interface ClaimRecord {
  readonly id: string
  readonly key: string
  readonly requestHash: string
  readonly request: AccountRequest
  readonly tenant: string
  readonly cluster: string | null
  /** Registered because its cluster ran already, not asked for. */
  readonly adopted: boolean
  readonly status: ClaimStatus
  readonly outcome: ClaimOutcome | null
  readonly hyperscalerType: string | null
  readonly euAccess: boolean
  readonly poolKey: string | null
  readonly binding: BindingRef | null
  /** uid of that binding; null where a release without it wrote the claim. */
  readonly bindingUid: string | null
  readonly account: string | null
  /** Epoch the selection wrote; while it is an intent, unknown. */
  readonly epoch: number | null
  readonly message: string | null
  readonly actor: string
  /** Intent in the audit chain of what is being done to it. */
  readonly auditSeq: bigint | null
  /** Order of arrival. */
  readonly ticket: bigint
  /** Raised whenever somebody begins to work on it: what is written by who came before is refused. */
  readonly token: bigint
  /** Whether somebody may begin to work on it: nobody does, or who did has run out of time. */
  readonly isFree: boolean
  /** Whether its intent is over two minutes old by the clock of the database, which alone has written the time. */
  readonly intentIsOld: boolean
  /** The same of an hour since it was given back. */
  readonly releaseIsOld: boolean
  readonly createdAt: number
  /** When it had to wait first; null when it never did, or has failed since. */
  readonly queuedAt: number | null
  /** When a write of its binding was intended last. */
  readonly intentAt: number | null
  readonly reservedAt: number | null
  /** Whether a cluster of it was ever seen. */
  readonly hadCluster: boolean
  readonly releasedAt: number | null
}
