import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { Store } from '#lib/store/store.ts'
import { OPEN } from './claim-row.ts'

/**
 * Duration of a lease. A process stops its work well before the end. The work of a crashed process
 * waits for one lease, and for a second one if the next process crashes too: both fit into the
 * minute in which a claim recovers.
 */
export const LEASE_MS = 25_000

/** End of a lease that begins now. */
export const LEASE_END = Prisma.sql`clock_timestamp() + ${LEASE_MS}::int * interval '1 millisecond'`

/** What serialises the decisions of a tenant. */
export interface SlotKey {
  readonly tenant: string
  readonly hyperscalerType: string
  readonly euAccess: boolean
}

/**
 * Lease of a slot. The token grows with each acquisition, so that writes under a lost lease can be
 * refused.
 */
export interface SlotLease {
  readonly key: SlotKey
  readonly holder: string
  readonly token: bigint
}

/** A request for the lease of a slot. */
export interface WantedSlot {
  readonly key: SlotKey
  readonly holder: string
}

/**
 * Acquires slots for `ms` milliseconds by the database's clock, in one statement; null for each
 * that another holder has. Callers retry after a short random delay.
 */
export async function acquireTenantSlots(
  db: Db,
  wanted: readonly WantedSlot[],
  ms: number,
): Promise<readonly (SlotLease | null)[]> {
  // Of several requests for one slot the first gets it.
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

/** Statements lock several slots in this order, so that no two deadlock. */
export const SLOT_ORDER = Prisma.sql`ORDER BY tenant, hyperscaler_type, eu_access`

/** Columns of a slot. */
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

/** Renews a slot for `ms` milliseconds; false when the lease is lost. */
export async function renewTenantSlot(db: Db, { key, token }: SlotLease, ms: number): Promise<boolean> {
  const { tenant, hyperscalerType, euAccess } = key
  const changed = await db.$executeRaw`
    UPDATE tenant_slot SET lease_until = clock_timestamp() + ${ms}::int * interval '1 millisecond'
    WHERE tenant = ${tenant} AND hyperscaler_type = ${hyperscalerType} AND eu_access = ${euAccess}
      AND token = ${token} AND holder IS NOT NULL AND lease_until > clock_timestamp()`
  return changed === 1
}

/** Releases a slot; false when the lease is lost. */
export async function releaseTenantSlot(db: Db, { key, token }: SlotLease): Promise<boolean> {
  const { tenant, hyperscalerType, euAccess } = key
  const changed = await db.$executeRaw`
    UPDATE tenant_slot SET holder = NULL, lease_until = NULL
    WHERE tenant = ${tenant} AND hyperscaler_type = ${hyperscalerType} AND eu_access = ${euAccess}
      AND token = ${token} AND holder IS NOT NULL`
  return changed === 1
}

/** A binding that is given back to its tenant, with the epoch that is about to be written. */
export interface ReturnedBinding {
  readonly binding: BindingRef
  readonly account: string
  readonly epoch: number
}

/** How long a binding that was released or given back is checked: no cache of an API server lags by more. */
export const RETURN_IN_DOUBT = Prisma.sql`interval '1 hour'`

/** No request is in flight for longer: API servers cut each after a minute. */
export const REQUEST_TIMEOUT = Prisma.sql`interval '2 minutes'`

/**
 * Records a returned binding under the slot, before the binding is written: the next holder of the
 * slot then reads it. False, and nothing is recorded, when the slot is lost.
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

/** Lease of an account: no claim selects the account while it lasts. */
export interface FenceLease {
  readonly account: string
  readonly token: bigint
}

/** Why an account cannot be fenced: another operation has the fence, or claims are on it. */
export type FenceRefusal = { readonly kind: 'busy' } | { readonly kind: 'claimed'; readonly claims: readonly string[] }

/**
 * Acquires the fence of an account for `ms` milliseconds by the database's clock. Claims lock the
 * same row while they reserve, so either they see the fence or it sees them.
 */
export function acquireFence(
  store: Store,
  account: string,
  holder: string,
  ms: number,
): Promise<FenceLease | FenceRefusal> {
  return store.transaction(
    async tx => {
      await tx.$executeRaw`INSERT INTO account_fence (account) VALUES (${account}) ON CONFLICT (account) DO NOTHING`
      await tx.$queryRaw`SELECT 1 FROM account_fence WHERE account = ${account} FOR UPDATE`
      const claims = await tx.$queryRaw<{ id: string }[]>`
        SELECT id FROM claim WHERE account = ${account} AND status IN ${OPEN} ORDER BY ticket LIMIT 50`
      if (claims.length > 0) return { kind: 'claimed', claims: claims.map(({ id }) => id) }
      const [row] = await tx.$queryRaw<{ token: bigint }[]>`
        UPDATE account_fence SET holder = ${holder}, token = token + 1,
          lease_until = clock_timestamp() + ${ms}::int * interval '1 millisecond'
        WHERE account = ${account} AND (holder IS NULL OR lease_until < clock_timestamp())
        RETURNING token`
      return row ? { account, token: row.token } : { kind: 'busy' }
    },
    { isolation: 'read-committed' },
  )
}

/** Renews a fence for `ms` milliseconds; false when the lease is lost. */
export async function renewFence(db: Db, { account, token }: FenceLease, ms: number): Promise<boolean> {
  const changed = await db.$executeRaw`
    UPDATE account_fence SET lease_until = clock_timestamp() + ${ms}::int * interval '1 millisecond'
    WHERE account = ${account} AND token = ${token} AND holder IS NOT NULL AND lease_until > clock_timestamp()`
  return changed === 1
}

export async function releaseFence(db: Db, { account, token }: FenceLease): Promise<void> {
  await db.$executeRaw`
    UPDATE account_fence SET holder = NULL, lease_until = NULL WHERE account = ${account} AND token = ${token}`
}
