import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { SlotLease } from './tenant-slot.ts'

/** A binding that becomes its tenant's again, with the epoch that is about to be written. */
export interface ReturnedBinding {
  readonly binding: BindingRef
  readonly account: string
  readonly epoch: number
}

/** What was given back, either way, stays in question for this long: no cache of an API server lags by more. */
export const IN_QUESTION = Prisma.sql`interval '1 hour'`

/** No request is on its way for longer: API servers give each a minute. */
export const ON_ITS_WAY = Prisma.sql`interval '2 minutes'`

/**
 * Written while the slot is ours, and before the binding: whoever has the slot next looks at that. Out: false when it is somebody
 * else's by now, who would not know of it; then nothing is noted.
 */
export async function noteReturned(
  db: Db,
  { key: { tenant, hyperscalerType, euAccess }, token }: SlotLease,
  { binding: { kind, namespace, name }, account, epoch }: ReturnedBinding,
): Promise<boolean> {
  await db.$executeRaw`
    DELETE FROM returned_binding WHERE tenant = ${tenant} AND hyperscaler_type = ${hyperscalerType}
      AND eu_access = ${euAccess} AND returned_at < clock_timestamp() - ${IN_QUESTION}`
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
