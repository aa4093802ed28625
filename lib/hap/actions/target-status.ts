/** What becomes of one binding of a bulk job. `unknown`: it was sent, and nobody knows yet whether it was written. */
export const TARGET_STATUSES = ['pending', 'running', 'done', 'refused', 'failed', 'unknown', 'cancelled'] as const

export type TargetStatus = (typeof TARGET_STATUSES)[number]

/**
 * What can be tried again: it was not done, or nobody knows. A new try goes by the binding as it then is, and a write that may still
 * be on its way lands on no other version, so that nothing is done twice.
 */
export const AGAIN_STATUSES = ['refused', 'failed', 'unknown', 'cancelled'] as const satisfies readonly TargetStatus[]

/** Asks for the targets there are to try again: those of AGAIN_STATUSES that no retry has. */
export const TO_RETRY = 'to-retry'

/** What is said to a target that was left alone because its job was cancelled. */
export const NOT_BEGUN = 'It was cancelled before anything was written.'
