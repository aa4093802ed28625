import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { ClaimOutcome, ClaimRecord, ClaimStatus } from '#lib/store/claims/claim-record.ts'
import { LEASE_MS, type SlotKey } from '#lib/store/claims/leases.ts'
import type { Arrival } from '#lib/store/claims/ledger.ts'

export type Row = {
  -readonly [Field in keyof Omit<
    ClaimRecord,
    'isUnleased' | 'isExpired' | 'intentIsOld' | 'releaseIsOld'
  >]: ClaimRecord[Field]
} & { holder: string | null; leaseUntil: number }

export interface Lease {
  token: bigint
  holder: string | null
  until: number
}

/** A binding that an action returned to its tenant. */
interface Returned {
  readonly slot: string
  readonly binding: BindingRef
  readonly account: string
  readonly epoch: number
  readonly at: number
}

/** The rows of a database, shared by the ledgers of several processes. */
export class MemoryDatabase {
  readonly claims = new Map<string, Row>()
  readonly slots = new Map<string, Lease>()
  readonly fences = new Map<string, Lease>()
  readonly returned: Returned[] = []
  tickets = 0n
}

export function slotName({ tenant, hyperscalerType, euAccess }: SlotKey): string {
  return `${tenant} ${hyperscalerType} ${euAccess}`
}

export function newRow(
  { id, key, requestHash, request, cluster, actor, terms = { onExhausted: 'wait', deadline: null } }: Arrival,
  holder: string,
  ticket: bigint,
  at: number,
): Row {
  return {
    id,
    key,
    requestHash,
    request,
    tenant: request.globalAccount,
    cluster,
    adopted: false,
    status: 'pending' as ClaimStatus,
    outcome: null as ClaimOutcome | null,
    hyperscalerType: null,
    euAccess: false,
    poolKey: null,
    binding: null,
    bindingUid: null,
    account: null,
    epoch: null,
    message: null,
    cause: null,
    ...terms,
    actor,
    auditSeq: null,
    ticket,
    token: 1n,
    createdAt: at,
    queuedAt: null,
    intentAt: null,
    reservedAt: null,
    hadCluster: false,
    releasedAt: null,
    holder,
    leaseUntil: at + LEASE_MS,
  }
}
