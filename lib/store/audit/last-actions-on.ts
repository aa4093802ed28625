import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import type { Db } from '#lib/store/database/client.ts'
import { type AuditRecord, recordsOf } from './list.ts'

/** The last actions on a binding, newest first, also those that wrote it on the way. Throws StoreError. */
export async function lastActionsOn(db: Db, binding: BindingRef, limit: number): Promise<readonly AuditRecord[]> {
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
