/** What came of an action; `open` until that is known. */
export const AUDIT_OUTCOMES = ['accepted', 'refused', 'cancelled', 'failed', 'unknown', 'open'] as const

export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]
