import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'

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

/** A slot that is asked for, and who by. */
export interface WantedSlot {
  readonly key: SlotKey
  readonly holder: string
}

/**
 * Takes slots for `ms` milliseconds by the clock of the database; null for each that somebody else has. One statement: to be asked
 * again after a short random pause.
 */
export async function takeTenantSlots(
  db: Db,
  wanted: readonly WantedSlot[],
  ms: number,
): Promise<readonly (SlotLease | null)[]> {
  // Of several that want the same slot the first may have it.
  const first = new Map(wanted.toReversed().map(each => [nameOf(each.key), each]))
  const asked = [...first.values()].map(({ key, holder }) => ({ ...columnsOf(key), holder }))
  const rows = await db.$queryRaw<(SlotColumns & { readonly token: bigint })[]>`
    INSERT INTO tenant_slot AS slot (tenant, hyperscaler_type, eu_access, token, holder, lease_until)
    SELECT tenant, hyperscaler_type, eu_access, 1, holder, clock_timestamp() + ${ms}::int * interval '1 millisecond'
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      AS wanted (tenant text, hyperscaler_type text, eu_access boolean, holder text)
    ${IN_ORDER}
    ON CONFLICT (tenant, hyperscaler_type, eu_access) DO UPDATE
      SET token = slot.token + 1, holder = excluded.holder, lease_until = excluded.lease_until
      WHERE slot.holder IS NULL OR slot.lease_until < clock_timestamp()
    RETURNING slot.tenant, slot.hyperscaler_type, slot.eu_access, slot.token`
  const taken = new Map(rows.map(row => [nameOf(keyOf(row)), row.token]))
  return wanted.map(each => {
    const name = nameOf(each.key)
    const token = first.get(name) === each ? taken.get(name) : undefined
    return token === undefined ? null : { ...each, token }
  })
}

/** Whoever locks several slots locks them in this order: else two statements could wait for each other. */
export const IN_ORDER = Prisma.sql`ORDER BY tenant, hyperscaler_type, eu_access`

/** A slot as the database names it. */
export interface SlotColumns {
  readonly tenant: string
  readonly hyperscaler_type: string
  readonly eu_access: boolean
}

export function columnsOf({ tenant, hyperscalerType, euAccess }: SlotKey): SlotColumns {
  return { tenant, hyperscaler_type: hyperscalerType, eu_access: euAccess }
}

function keyOf({ tenant, hyperscaler_type: hyperscalerType, eu_access: euAccess }: SlotColumns): SlotKey {
  return { tenant, hyperscalerType, euAccess }
}

function nameOf({ tenant, hyperscalerType, euAccess }: SlotKey): string {
  return JSON.stringify([tenant, hyperscalerType, euAccess])
}

/** Whether the slot is still ours; it then runs anew for `ms` milliseconds. */
export async function holdsTenantSlot(db: Db, { key, token }: SlotLease, ms: number): Promise<boolean> {
  const { tenant, hyperscalerType, euAccess } = key
  const changed = await db.$executeRaw`
    UPDATE tenant_slot SET lease_until = clock_timestamp() + ${ms}::int * interval '1 millisecond'
    WHERE tenant = ${tenant} AND hyperscaler_type = ${hyperscalerType} AND eu_access = ${euAccess}
      AND token = ${token} AND holder IS NOT NULL AND lease_until > clock_timestamp()`
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
