import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { ClaimOutcome } from './claim-record.ts'

/** Something that happened to a claim; `adopted` = it was there before the console. */
export interface ClaimEvent {
  readonly id: string
  readonly what: 'claimed' | 'adopted' | 'released' | 'refused'
  readonly at: Date
  readonly tenant: string
  readonly plan: string | null
  readonly outcome: ClaimOutcome | null
  readonly cluster: string | null
  readonly bindingKind: string | null
  readonly bindingName: string | null
  readonly actor: string
  readonly message: string | null
}

/** The last event of the page before. */
export interface ClaimEventPlace {
  readonly at: string
  readonly id: string
  readonly what: string
}

/** What happened to the claims of a binding or a global account, newest first. */
export async function claimEvents(
  db: Db,
  of: BindingRef | { readonly tenant: string },
  { before, limit }: { readonly before: ClaimEventPlace | null; readonly limit: number },
): Promise<readonly ClaimEvent[]> {
  const scope =
    'tenant' in of
      ? Prisma.sql`tenant = ${of.tenant}`
      : Prisma.sql`binding_kind = ${of.kind} AND binding_namespace = ${of.namespace} AND binding_name = ${of.name}`
  const page =
    before === null
      ? Prisma.sql`true`
      : Prisma.sql`(event.at, event.id, event.what) < (${before.at}::timestamptz, ${before.id}, ${before.what})`
  return db.$queryRaw<ClaimEvent[]>`
    WITH mine AS (SELECT * FROM claim WHERE ${scope}),
    event AS (
      SELECT CASE WHEN adopted THEN 'adopted' ELSE 'claimed' END AS what,
             coalesce(reserved_at, active_at, CASE WHEN adopted THEN created_at END) AS at, mine.id FROM mine
      UNION ALL SELECT 'released', released_at, id FROM mine
      UNION ALL SELECT 'refused', CASE WHEN status = 'refused' THEN created_at END, id FROM mine
    )
    SELECT event.id, event.what, event.at, tenant, plan, outcome::text AS outcome, cluster, binding_kind AS "bindingKind",
           binding_name AS "bindingName", actor, message
      FROM event JOIN mine ON mine.id = event.id
     WHERE event.at IS NOT NULL AND ${page}
     ORDER BY event.at DESC, event.id DESC, event.what DESC LIMIT ${limit}`
}
