import { claimTarget, globalAccountTarget } from '#lib/hap/audit/target.ts'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { type AuditRecord, recordsOf } from './records.ts'

interface Page {
  /** Only actions before this entry. */
  readonly before: bigint | null
  readonly limit: number
}

/** The action that sets the cluster of a claim; other actions on claims are in the history of claims. */
const NAMING = 'set-cluster'

/**
 * Actions on a binding or a global account, newest first, and the naming of its claims' clusters.
 * Of actions on claims only those that wrote the binding without ending in the history of claims.
 */
export async function listActionsOn(
  db: Db,
  of: BindingRef | { readonly tenant: string },
  { before, limit }: Page,
): Promise<readonly AuditRecord[]> {
  const target = 'tenant' in of ? globalAccountTarget(of.tenant) : bindingKey(of)
  const older = Prisma.sql`e.kind = 'intent' AND e.seq < ${before ?? MAX_SEQ}`
  const own = Prisma.sql`e.targets @> ARRAY[${target}]::text[]`
  const ofClaims =
    'tenant' in of
      ? own
      : Prisma.sql`e.targets && ARRAY(SELECT ${claimTarget('')} || id FROM claim WHERE binding_kind = ${of.kind}
          AND binding_namespace = ${of.namespace} AND binding_name = ${of.name})`
  const found = await db.$queryRaw<{ seq: bigint }[]>`
    (SELECT e.seq FROM audit_entry e
      WHERE ${older} AND ${own}
        AND NOT EXISTS (SELECT 1 FROM unnest(e.targets) AS other WHERE other LIKE ${`${claimTarget('')}%`})
      ORDER BY e.seq DESC LIMIT ${limit})
    UNION
    (SELECT e.seq FROM audit_entry e WHERE ${older} AND ${ofClaims} AND e.action = ${NAMING}
      ORDER BY e.seq DESC LIMIT ${limit})
    UNION
    (SELECT e.seq FROM audit_entry e WHERE ${older} AND ${'tenant' in of ? Prisma.sql`false` : wroteBinding(of)}
      ORDER BY e.seq DESC LIMIT ${limit})
    ORDER BY seq DESC LIMIT ${limit}`
  return recordsOf(
    db,
    found.map(({ seq }) => seq),
  )
}

function wroteBinding(binding: BindingRef): Prisma.Sql {
  const { kind, namespace, name } = binding
  return Prisma.sql`
    e.seq IN (SELECT w.intent_seq FROM audit_entry w
               WHERE w.kind = 'outcome' AND w.targets @> ARRAY[${bindingKey(binding)}]::text[])
    AND NOT EXISTS (SELECT 1 FROM claim
      WHERE binding_kind = ${kind} AND binding_namespace = ${namespace} AND binding_name = ${name}
        AND e.targets @> ARRAY[${claimTarget('')} || claim.id]
        AND (e.action = 'claim' AND reserved_at IS NOT NULL OR e.action = 'release' AND released_at IS NOT NULL))`
}

/**
 * By claim id: the cluster that a renamed claim had first; null for none. Claims that were not
 * renamed are absent.
 */
export async function readFirstClusters(
  db: Db,
  claims: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (claims.length === 0) return new Map()
  const rows = await db.$queryRaw<{ id: string; cluster: string | null }[]>`
    SELECT DISTINCT ON (claim.id) claim.id, e.before ->> 'cluster' AS cluster
      FROM unnest(${[...claims]}::text[]) AS claim (id)
      JOIN audit_entry e ON e.targets @> ARRAY[${claimTarget('')} || claim.id]
     WHERE e.kind = 'intent' AND e.action = ${NAMING} AND jsonb_typeof(e.before) = 'object'
     ORDER BY claim.id, e.seq`
  return new Map(rows.map(({ id, cluster }) => [id, cluster]))
}

const MAX_SEQ = 2n ** 63n - 1n

/**
 * The latest actions on a binding, newest first, including actions that wrote it along with another
 * target. Throws StoreError.
 */
export async function listLatestActionsOn(db: Db, binding: BindingRef, limit: number): Promise<readonly AuditRecord[]> {
  const target = bindingKey(binding)
  const found = await db.$queryRaw<{ seq: bigint }[]>`
    (SELECT e.seq FROM audit_entry e WHERE e.kind = 'intent' AND e.targets @> ARRAY[${target}]::text[]
      ORDER BY e.seq DESC LIMIT ${limit})
    UNION
    (SELECT w.intent_seq FROM audit_entry w WHERE w.kind = 'outcome' AND w.targets @> ARRAY[${target}]::text[]
      ORDER BY w.seq DESC LIMIT ${limit})
    ORDER BY seq DESC LIMIT ${limit}`
  return recordsOf(
    db,
    found.map(({ seq }) => seq),
  )
}
