import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { ClaimOutcome } from './claim-record.ts'

/** `cancelled` and `expired` end a claim that waited in a queue; `released` is any other end after its arrival. */
export const CLAIM_EVENTS = ['claimed', 'adopted', 'released', 'cancelled', 'expired', 'refused'] as const

/** An event of a claim, or of many claims that were adopted together. */
export interface ClaimEvent {
  readonly id: string
  readonly what: (typeof CLAIM_EVENTS)[number]
  readonly at: Date
  readonly claims: number
  /** Null when they belong to several. */
  readonly tenant: string | null
  readonly plan: string | null
  readonly outcome: ClaimOutcome | null
  /** Null for several claims, or when unknown. */
  readonly cluster: string | null
  readonly bindingKind: string | null
  readonly bindingName: string | null
  /** Actor of the request or the release. */
  readonly actor: string
  /** Why it was released or refused. */
  readonly message: string | null
}

/** The last event of the previous page. */
export interface ClaimEventCursor {
  readonly at: string
  readonly id: string
  readonly what: string
}

/** Events of the claims of a binding or a global account, newest first. */
export async function listClaimEvents(
  db: Db,
  of: BindingRef | { readonly tenant: string },
  { before, limit }: { readonly before: ClaimEventCursor | null; readonly limit: number },
): Promise<readonly ClaimEvent[]> {
  const scope =
    'tenant' in of
      ? Prisma.sql`tenant = ${of.tenant}`
      : Prisma.sql`binding_kind = ${of.kind} AND binding_namespace = ${of.namespace} AND binding_name = ${of.name}`
  const page =
    before === null
      ? Prisma.sql`true`
      : Prisma.sql`(line.at, line.id, line.what) < (${before.at}::timestamptz, ${before.id}, ${before.what})`
  return db.$queryRaw<ClaimEvent[]>`
    WITH mine AS (
      SELECT id, tenant, status, adopted, created_at, reserved_at, active_at, released_at, actor, audit_seq, plan, outcome,
             cluster, binding_kind, binding_name, message, cause
        FROM claim WHERE ${scope}
    ),
    event AS (
      SELECT CASE WHEN adopted THEN 'adopted' ELSE 'claimed' END AS what,
             coalesce(reserved_at, active_at, CASE WHEN adopted THEN created_at END) AS at, id, actor AS who,
             NULL AS why FROM mine
      UNION ALL SELECT CASE WHEN cause IN ('cancelled', 'expired') THEN cause::text ELSE 'released' END, released_at, id,
             coalesce(given.actor, mine.actor), message FROM mine
        LEFT JOIN audit_entry AS given ON given.seq = mine.audit_seq AND given.kind = 'intent'
      UNION ALL SELECT 'refused', CASE WHEN status = 'refused' THEN created_at END, id, actor, message FROM mine
    ),
    line AS (
      SELECT event.what, max(event.at) AS at, max(id) AS id, count(*)::int AS claims, plan, outcome::text AS outcome,
             CASE WHEN min(tenant) = max(tenant) THEN min(tenant) END AS tenant,
             CASE WHEN count(*) = 1 THEN min(cluster) END AS cluster,
             binding_kind AS "bindingKind", binding_name AS "bindingName", who AS actor, why AS message
        FROM event JOIN mine USING (id)
       WHERE event.at IS NOT NULL
       GROUP BY event.what, plan, outcome, binding_kind, binding_name, who, why,
                CASE WHEN adopted THEN date_trunc('minute', event.at)::text ELSE id END
    )
    SELECT * FROM line WHERE ${page} ORDER BY at DESC, id DESC, what DESC LIMIT ${limit}`
}
