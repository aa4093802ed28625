import type { BindingKind } from '#lib/hap/pools/binding.ts'
import type { Request } from '#lib/hap/request.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { ClaimCause, ClaimOutcome, ClaimRecord, ClaimStatus } from './claim-record.ts'

/** A claim as CLAIM_COLUMNS returns it. */
export interface ClaimRow {
  readonly id: string
  readonly idempotency_key: string
  readonly request_hash: string
  readonly request: Request
  readonly tenant: string
  readonly cluster: string | null
  readonly adopted: boolean
  readonly status: ClaimStatus
  readonly outcome: ClaimOutcome | null
  readonly hyperscaler_type: string | null
  readonly eu_access: boolean
  readonly pool_key: string | null
  readonly binding_kind: BindingKind | null
  readonly binding_namespace: string | null
  readonly binding_name: string | null
  readonly binding_uid: string | null
  readonly account: string | null
  readonly epoch: bigint | null
  readonly message: string | null
  readonly on_exhausted: 'fail' | null
  readonly deadline: Date | null
  readonly is_expired: boolean
  readonly cause: ClaimCause | null
  readonly actor: string
  readonly audit_seq: bigint | null
  readonly ticket: bigint
  readonly token: bigint
  readonly is_free: boolean
  readonly intent_is_old: boolean
  readonly release_is_old: boolean
  readonly created_at: Date
  readonly queued_at: Date | null
  readonly intent_at: Date | null
  readonly reserved_at: Date | null
  readonly had_cluster: boolean
  readonly released_at: Date | null
}

/** Columns of `claim` for a SELECT or RETURNING, without the large reasoning. */
export const CLAIM_COLUMNS = Prisma.sql`claim.id, claim.idempotency_key, claim.request_hash, claim.request, claim.tenant,
  claim.cluster, claim.adopted, claim.status::text AS status, claim.outcome::text AS outcome, claim.hyperscaler_type, claim.eu_access,
  claim.pool_key, claim.binding_kind, claim.binding_namespace, claim.binding_name, claim.binding_uid, claim.account, claim.epoch,
  claim.message, claim.cause, claim.on_exhausted, claim.deadline,
  (claim.deadline < clock_timestamp()) IS TRUE AS is_expired, claim.actor, claim.audit_seq, claim.ticket, claim.token,
  (claim.holder IS NULL OR claim.lease_until < clock_timestamp()) AS is_free,
  (claim.intent_at < clock_timestamp() - interval '2 minutes') IS TRUE AS intent_is_old,
  (claim.released_at < clock_timestamp() - interval '1 hour') IS TRUE AS release_is_old,
  claim.created_at, claim.queued_at, claim.intent_at, claim.reserved_at, claim.active_at IS NOT NULL AS had_cluster,
  claim.released_at`

/** Assignments for a claim without lease and binding. */
export const WITHOUT_BINDING = Prisma.sql`holder = NULL, lease_until = NULL, outcome = NULL, binding_kind = NULL,
  binding_namespace = NULL, binding_name = NULL, binding_uid = NULL, account = NULL, epoch = NULL, cluster_limit = NULL`

/**
 * Claims in the queue of a pool: those that wait, and those that waited and are retried or in
 * doubt. Later claims stay behind them until they have an account.
 */
export const QUEUED = Prisma.sql`(claim.status = 'waiting' OR (claim.status = 'intent' AND claim.queued_at IS NOT NULL))`

/** OPEN_STATUSES in SQL. */
export const OPEN = Prisma.sql`('intent'::"ClaimStatus", 'reserved'::"ClaimStatus", 'active'::"ClaimStatus")`

/** Statuses of claims that have an account or may still get one. */
export const UNFINISHED = Prisma.sql`('pending'::"ClaimStatus", 'waiting'::"ClaimStatus", 'intent'::"ClaimStatus", 'reserved'::"ClaimStatus", 'active'::"ClaimStatus")`

/**
 * Open and releasing: until a release is finished the account is not free, even if an older read of
 * the binding says so.
 */
export const ON_ACCOUNT = Prisma.sql`('intent'::"ClaimStatus", 'reserved'::"ClaimStatus", 'active'::"ClaimStatus", 'releasing'::"ClaimStatus")`

export function claimOfRow(row: ClaimRow): ClaimRecord {
  const { binding_kind: kind, binding_namespace: namespace, binding_name: name } = row
  return {
    id: row.id,
    key: row.idempotency_key,
    requestHash: row.request_hash,
    request: row.request,
    tenant: row.tenant,
    cluster: row.cluster,
    adopted: row.adopted,
    status: row.status,
    outcome: row.outcome,
    hyperscalerType: row.hyperscaler_type,
    euAccess: row.eu_access,
    poolKey: row.pool_key,
    binding: kind === null || namespace === null || name === null ? null : { kind, namespace, name },
    bindingUid: row.binding_uid,
    account: row.account,
    epoch: row.epoch === null ? null : Number(row.epoch),
    message: row.message,
    cause: row.cause,
    onExhausted: row.on_exhausted ?? 'wait',
    deadline: row.deadline?.getTime() ?? null,
    isExpired: row.is_expired,
    actor: row.actor,
    auditSeq: row.audit_seq,
    ticket: row.ticket,
    token: row.token,
    isUnleased: row.is_free,
    intentIsOld: row.intent_is_old,
    releaseIsOld: row.release_is_old,
    createdAt: row.created_at.getTime(),
    queuedAt: row.queued_at?.getTime() ?? null,
    intentAt: row.intent_at?.getTime() ?? null,
    reservedAt: row.reserved_at?.getTime() ?? null,
    hadCluster: row.had_cluster,
    releasedAt: row.released_at?.getTime() ?? null,
  }
}

/** The first claim of a result, or null. */
export function firstClaim(rows: readonly ClaimRow[]): ClaimRecord | null {
  const [row] = rows
  return row ? claimOfRow(row) : null
}
