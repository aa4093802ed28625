/**
 * Characters of the reason and the ticket of every change: of accounts, rules, settings and custom resources. A longer limit than
 * that of a release before keeps its objects editable; a shorter one would not.
 */
export const REASON_LIMITS = { reason: 1_000, ticket: 200 } as const
