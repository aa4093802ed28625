import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { Store } from '#lib/store/store.ts'
import { OPEN } from './claim-row.ts'

/**
 * How long a lease runs. Who works under one stops well before its end. What a dead process left waits for one lease, and for a second
 * one where the process that took it over died too: both leave room in the minute a claim may take to recover.
 */
export const LEASE_MS = 25_000

/** From now to the end of a lease that begins now. */
export const LEASE_END = Prisma.sql`clock_timestamp() + ${LEASE_MS}::int * interval '1 millisecond'`

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
export async function acquireTenantSlots(
  db: Db,
  wanted: readonly WantedSlot[],
  ms: number,
): Promise<readonly (SlotLease | null)[]> {
  // Of several that want the same slot the first may have it.
  const first = new Map(wanted.toReversed().map(each => [nameOf(each.key), each]))
  const asked = [...first.values()].map(({ key, holder }) => ({ ...slotColumns(key), holder }))
  const rows = await db.$queryRaw<(SlotColumns & { readonly token: bigint })[]>`
    INSERT INTO tenant_slot AS slot (tenant, hyperscaler_type, eu_access, token, holder, lease_until)
    SELECT tenant, hyperscaler_type, eu_access, 1, holder, clock_timestamp() + ${ms}::int * interval '1 millisecond'
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      AS wanted (tenant text, hyperscaler_type text, eu_access boolean, holder text)
    ${SLOT_ORDER}
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
export const SLOT_ORDER = Prisma.sql`ORDER BY tenant, hyperscaler_type, eu_access`

/** A slot as the database names it. */
interface SlotColumns {
  readonly tenant: string
  readonly hyperscaler_type: string
  readonly eu_access: boolean
}

export function slotColumns({ tenant, hyperscalerType, euAccess }: SlotKey): SlotColumns {
  return { tenant, hyperscaler_type: hyperscalerType, eu_access: euAccess }
}

function keyOf({ tenant, hyperscaler_type: hyperscalerType, eu_access: euAccess }: SlotColumns): SlotKey {
  return { tenant, hyperscalerType, euAccess }
}

function nameOf({ tenant, hyperscalerType, euAccess }: SlotKey): string {
  return JSON.stringify([tenant, hyperscalerType, euAccess])
}

/** Whether the slot is still ours; it then runs anew for `ms` milliseconds. */
export async function renewTenantSlot(db: Db, { key, token }: SlotLease, ms: number): Promise<boolean> {
  const { tenant, hyperscalerType, euAccess } = key
  const changed = await db.$executeRaw`
    UPDATE tenant_slot SET lease_until = clock_timestamp() + ${ms}::int * interval '1 millisecond'
    WHERE tenant = ${tenant} AND hyperscaler_type = ${hyperscalerType} AND eu_access = ${euAccess}
      AND token = ${token} AND holder IS NOT NULL AND lease_until > clock_timestamp()`
  return changed === 1
}

/** Gives the slot back. False when it was not ours any more. */
export async function releaseTenantSlot(db: Db, { key, token }: SlotLease): Promise<boolean> {
  const { tenant, hyperscalerType, euAccess } = key
  const changed = await db.$executeRaw`
    UPDATE tenant_slot SET holder = NULL, lease_until = NULL
    WHERE tenant = ${tenant} AND hyperscaler_type = ${hyperscalerType} AND eu_access = ${euAccess}
      AND token = ${token} AND holder IS NOT NULL`
  return changed === 1
}

/** A binding that becomes its tenant's again, with the epoch that is about to be written. */
export interface ReturnedBinding {
  readonly binding: BindingRef
  readonly account: string
  readonly epoch: number
}

/** What was given back, either way, stays in question for this long: no cache of an API server lags by more. */
export const RETURN_IN_DOUBT = Prisma.sql`interval '1 hour'`

/** No request is on its way for longer: API servers give each a minute. */
export const REQUEST_TIMEOUT = Prisma.sql`interval '2 minutes'`

/**
 * Written while the slot is ours, and before the binding: whoever has the slot next looks at that. Out: false when it is somebody
 * else's by now, who would not know of it; then nothing is noted.
 */
export async function recordReturn(
  db: Db,
  { key: { tenant, hyperscalerType, euAccess }, token }: SlotLease,
  { binding: { kind, namespace, name }, account, epoch }: ReturnedBinding,
): Promise<boolean> {
  await db.$executeRaw`
    DELETE FROM returned_binding WHERE tenant = ${tenant} AND hyperscaler_type = ${hyperscalerType}
      AND eu_access = ${euAccess} AND returned_at < clock_timestamp() - ${RETURN_IN_DOUBT}`
  const noted = await db.$executeRaw`
    WITH ours AS MATERIALIZED (
      SELECT 1 FROM tenant_slot WHERE tenant = ${tenant} AND hyperscaler_type = ${hyperscalerType}
        AND eu_access = ${euAccess} AND token = ${token} AND holder IS NOT NULL AND lease_until > clock_timestamp()
      FOR UPDATE
    )
    INSERT INTO returned_binding AS returned (tenant, hyperscaler_type, eu_access, binding_kind, binding_namespace,
      binding_name, account, epoch, returned_at)
    SELECT ${tenant}, ${hyperscalerType}, ${euAccess}, ${kind}, ${namespace}, ${name}, ${account}, ${epoch}::bigint,
      clock_timestamp() FROM ours
    ON CONFLICT (tenant, hyperscaler_type, eu_access, binding_kind, binding_namespace, binding_name)
      DO UPDATE SET account = excluded.account, epoch = excluded.epoch, returned_at = excluded.returned_at`
  return noted === 1
}

/** The right to change what stands on an account: no claim selects it meanwhile. */
export interface FenceLease {
  readonly account: string
  readonly token: bigint
}

/** Why an account cannot be fenced: an operation is at work on it already, or claims are on it. */
export type FenceRefusal = { readonly kind: 'busy' } | { readonly kind: 'claimed'; readonly claims: readonly string[] }

/** Claims lock the same row while they reserve: either they see the fence, or it sees them. */
export function acquireFence(store: Store, account: string, holder: string): Promise<FenceLease | FenceRefusal> {
  return store.transaction(
    async tx => {
      await tx.$executeRaw`INSERT INTO account_fence (account) VALUES (${account}) ON CONFLICT (account) DO NOTHING`
      await tx.$queryRaw`SELECT 1 FROM account_fence WHERE account = ${account} FOR UPDATE`
      const claims = await tx.$queryRaw<{ id: string }[]>`
        SELECT id FROM claim WHERE account = ${account} AND status IN ${OPEN} ORDER BY ticket LIMIT 50`
      if (claims.length > 0) return { kind: 'claimed', claims: claims.map(({ id }) => id) }
      const [row] = await tx.$queryRaw<{ token: bigint }[]>`
        UPDATE account_fence SET holder = ${holder}, lease_until = ${LEASE_END}, token = token + 1
        WHERE account = ${account} AND (holder IS NULL OR lease_until < clock_timestamp())
        RETURNING token`
      return row ? { account, token: row.token } : { kind: 'busy' }
    },
    { isolation: 'read-committed' },
  )
}

export async function renewFence(db: Db, { account, token }: FenceLease): Promise<boolean> {
  const changed = await db.$executeRaw`
    UPDATE account_fence SET lease_until = ${LEASE_END}
    WHERE account = ${account} AND token = ${token} AND holder IS NOT NULL AND lease_until > clock_timestamp()`
  return changed === 1
}

export async function releaseFence(db: Db, { account, token }: FenceLease): Promise<void> {
  await db.$executeRaw`
    UPDATE account_fence SET holder = NULL, lease_until = NULL WHERE account = ${account} AND token = ${token}`
}
