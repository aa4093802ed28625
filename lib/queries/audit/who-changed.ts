import { type EpochSpan, wroteWithin } from '#lib/hap/audit/entry-change.ts'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { listLatestActionsOn } from '#lib/store/audit/actions-on.ts'
import type { Db } from '#lib/store/database/client.ts'
import { AUDIT_LIST, type AuditRow } from './audit-list.ts'

/** What somebody is told of an action that changed what they look at. */
export type ChangedBy = Pick<AuditRow, 'seq' | 'action' | 'actor' | 'role' | 'reason' | 'ticket'>

/** More of them nobody reads while they decide. */
const LOOKED_AT = 20

/** The actions that changed a binding in a span of its epochs, the first first; none where nobody did by way of HAP. Throws StoreError. */
export async function whoChanged(db: Db, binding: BindingRef, span: EpochSpan): Promise<readonly ChangedBy[]> {
  if (span.to <= span.from) return []
  const records = await listLatestActionsOn(db, binding, LOOKED_AT)
  return records
    .filter(record => wroteWithin(record, bindingKey(binding), span))
    .map(record => {
      const { seq, action, actor, role, reason, ticket } = AUDIT_LIST.toRow(record)
      return { seq, action, actor, role, reason, ticket }
    })
    .toReversed()
}
