import type { BindingKind, BindingRef } from '#lib/hap/pools/binding.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { Store } from '#lib/store/store.ts'
import { lockKeys } from '#lib/store/transaction.ts'

/** The object known under name and account of a binding. */
export interface BindingIdentity extends BindingRef {
  readonly account: string
  readonly uid: string
  /** Whether an administrator accepted this uid. */
  readonly accepted: boolean
  /** Whether the object was missing at the latest check. */
  readonly gone: boolean
  /** Raised by each change of the row. */
  readonly seq: bigint
}

/** An object in the inventory. */
interface SeenObject extends BindingRef {
  readonly account: string
  readonly uid: string
}

/** Differences between the inventory and the database. */
export interface IdentityChanges {
  /** Objects whose name and account have no row. */
  readonly first: readonly SeenObject[]
  /** Rows whose object disappeared. */
  readonly gone: readonly BindingIdentity[]
  /** Rows whose object exists again, with any uid. */
  readonly back: readonly BindingIdentity[]
}

/** Serialises writers, so that `seq` grows in the order of the commits. */
const LOCK_KEY = 'binding identities'

/** Rows of a namespace with a larger `seq`, in its order. */
export async function readIdentities(db: Db, namespace: string, after: bigint): Promise<readonly BindingIdentity[]> {
  const rows = await db.bindingIdentity.findMany({
    where: { namespace, seq: { gt: after } },
    orderBy: { seq: 'asc' },
    select: { kind: true, name: true, account: true, uid: true, acceptedAt: true, goneAt: true, seq: true },
  })
  return rows.map(({ kind, name, account, uid, acceptedAt, goneAt, seq }) => {
    const ref = { kind: kind as BindingKind, namespace, name }
    return { ...ref, account, uid, accepted: acceptedAt !== null, gone: goneAt !== null, seq }
  })
}

/** Stores new objects, and which disappeared or returned. Never replaces a known uid. */
export function recordIdentities(store: Store, { first, gone, back }: IdentityChanges): Promise<void> {
  return store.transaction(
    async tx => {
      await lockKeys(tx, [LOCK_KEY])
      await tx.bindingIdentity.createMany({
        data: first.map(({ kind, namespace, name, account, uid }) => ({ kind, namespace, name, account, uid })),
        skipDuplicates: true,
      })
      await markGone(tx, gone, true)
      await markGone(tx, back, false)
    },
    { isolation: 'read-committed' },
  )
}

async function markGone(tx: Db, rows: readonly BindingIdentity[], gone: boolean): Promise<void> {
  if (rows.length === 0) return
  const keys = rows.map(({ kind, namespace, name, account }) => ({ kind, namespace, name, account }))
  await tx.$executeRaw`
    UPDATE binding_identity AS known SET gone_at = CASE WHEN ${gone} THEN clock_timestamp() END,
      seq = nextval(pg_get_serial_sequence('binding_identity', 'seq'))
    FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS row (kind text, namespace text, name text, account text)
    WHERE known.kind = row.kind AND known.namespace = row.namespace AND known.name = row.name
      AND known.account = row.account AND (known.gone_at IS NULL) = ${gone}`
}

interface Acceptance {
  readonly objects: readonly SeenObject[]
  /** Rows whose object disappeared. */
  readonly gone: readonly BindingIdentity[]
}

/**
 * Accepts objects as the known ones, and updates claims that refer to another object of the same
 * name and account. Returns the number of claims. Call it first in a `read-committed` transaction.
 */
export async function acceptIdentities(tx: Db, { objects, gone }: Acceptance): Promise<number> {
  await lockKeys(tx, [LOCK_KEY])
  await markGone(tx, gone, true)
  if (objects.length === 0) return 0
  const rows = JSON.stringify(
    objects.map(({ kind, namespace, name, account, uid }) => ({ kind, namespace, name, account, uid })),
  )
  await tx.$executeRaw`
    INSERT INTO binding_identity AS known (kind, namespace, name, account, uid, accepted_at)
    SELECT kind, namespace, name, account, uid, clock_timestamp() FROM jsonb_to_recordset(${rows}::jsonb)
      AS row (kind text, namespace text, name text, account text, uid text)
    ON CONFLICT (kind, namespace, name, account) DO UPDATE SET uid = excluded.uid, accepted_at = excluded.accepted_at,
      gone_at = NULL, seq = nextval(pg_get_serial_sequence('binding_identity', 'seq'))`
  return tx.$executeRaw`
    UPDATE claim SET binding_uid = row.uid, updated_at = clock_timestamp()
    FROM jsonb_to_recordset(${rows}::jsonb) AS row (kind text, namespace text, name text, account text, uid text)
    WHERE claim.binding_kind = row.kind AND claim.binding_namespace = row.namespace AND claim.binding_name = row.name
      AND claim.account = row.account AND claim.binding_uid IS DISTINCT FROM row.uid
      AND claim.status IN ('intent', 'reserved', 'active', 'releasing')`
}
