/** What becomes of one binding of a bulk job. `unknown`: it was sent, and nobody knows yet whether it was written. */
export const TARGET_STATUSES = ['pending', 'running', 'done', 'refused', 'failed', 'unknown', 'cancelled'] as const

export type TargetStatus = (typeof TARGET_STATUSES)[number]

/** What can be tried again: it is certain that nothing was written. */
export const AGAIN_STATUSES = ['refused', 'failed', 'cancelled'] as const satisfies readonly TargetStatus[]
