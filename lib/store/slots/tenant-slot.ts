import type { Db } from '#lib/store/database/client.ts'

/** What serialises a tenant's decisions (design, claim protocol 1). */
export interface SlotKey {
  readonly tenant: string
  readonly hyperscalerType: string
  readonly euAccess: boolean
}

/** A slot in somebody's hands. `token` grows with each taking: later writes can be refused to who lost it. */
export interface SlotLease {
  readonly key: SlotKey
  readonly holder: string
  readonly token: bigint
}

/**
 * Takes a slot for `ms` milliseconds by the clock of the database, or returns null while somebody else has it. One statement: to
 * be asked again after a short random pause.
 */
export async function takeTenantSlot(db: Db, key: SlotKey, holder: string, ms: number): Promise<SlotLease | null> {
  const { tenant, hyperscalerType, euAccess } = key
  const rows = await db.$queryRaw<{ token: bigint }[]>`
    INSERT INTO tenant_slot AS slot (tenant, hyperscaler_type, eu_access, token, holder, lease_until)
    VALUES (${tenant}, ${hyperscalerType}, ${euAccess}, 1, ${holder}, clock_timestamp() + ${ms}::int * interval '1 millisecond')
    ON CONFLICT (tenant, hyperscaler_type, eu_access) DO UPDATE
      SET token = slot.token + 1, holder = excluded.holder, lease_until = excluded.lease_until
      WHERE slot.holder IS NULL OR slot.lease_until < clock_timestamp()
    RETURNING token`
  const [row] = rows
  return row ? { key, holder, token: row.token } : null
}

/** Has the slot for `ms` milliseconds from now. False when the lease had run out and somebody else took it. */
export async function renewTenantSlot(db: Db, { key, token }: SlotLease, ms: number): Promise<boolean> {
  const { tenant, hyperscalerType, euAccess } = key
  const changed = await db.$executeRaw`
    UPDATE tenant_slot SET lease_until = clock_timestamp() + ${ms}::int * interval '1 millisecond'
    WHERE tenant = ${tenant} AND hyperscaler_type = ${hyperscalerType} AND eu_access = ${euAccess}
      AND token = ${token} AND holder IS NOT NULL`
  return changed === 1
}

/** Gives the slot back. False when it was not ours any more. */
export async function leaveTenantSlot(db: Db, { key, token }: SlotLease): Promise<boolean> {
  const { tenant, hyperscalerType, euAccess } = key
  const changed = await db.$executeRaw`
    UPDATE tenant_slot SET holder = NULL, lease_until = NULL
    WHERE tenant = ${tenant} AND hyperscaler_type = ${hyperscalerType} AND eu_access = ${euAccess}
      AND token = ${token} AND holder IS NOT NULL`
  return changed === 1
}

/**
 * Within a transaction: whether the slot is still ours, and keeps it so until the commit. What is written on the strength of a
 * lease asks this first.
 */
export async function holdsTenantSlot(tx: Db, { key, token }: SlotLease): Promise<boolean> {
  const { tenant, hyperscalerType, euAccess } = key
  const rows = await tx.$queryRaw<{ token: bigint }[]>`
    SELECT token FROM tenant_slot
    WHERE tenant = ${tenant} AND hyperscaler_type = ${hyperscalerType} AND eu_access = ${euAccess}
      AND token = ${token} AND holder IS NOT NULL
    FOR UPDATE`
  return rows.length === 1
}
