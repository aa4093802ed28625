import type { AuditOrder } from '#lib/store/audit/search.ts'

/** Columns the audit log sorts by: its time alone, as it is read page by page. */
export const AUDIT_SORTS = ['at'] as const

/** The order a `sort` parameter asks for, `at` or `-at`; anything else asks for the newest first. */
export function auditOrder(sort: string): AuditOrder {
  return sort === 'at' ? 'oldest' : 'newest'
}
