/** `running`: it is being done. `stale`: what it was about had changed, so that nothing was written. */
const APPROVAL_STATES = [
  'waiting',
  'running',
  'done',
  'stale',
  'failed',
  'unknown',
  'refused',
  'withdrawn',
  'expired',
] as const

export type ApprovalState = (typeof APPROVAL_STATES)[number]

/** Those of which nobody decides any more. */
export const DECIDED_STATES = APPROVAL_STATES.filter(state => state !== 'waiting')

/** What was approved is done within this, or nobody knows yet what came of it. */
export const DONE_WITHIN_MS = 2 * 60 * 1000

interface ApprovalFacts {
  readonly status: string
  readonly expiresAt: Date
  readonly decidedAt: Date | null
}

/** The state of a proposal at a moment, in milliseconds since 1970; the database's STATE says the same. */
export function approvalState({ status, expiresAt, decidedAt }: ApprovalFacts, at: number): ApprovalState {
  if (status === 'waiting') return expiresAt.getTime() <= at ? 'expired' : 'waiting'
  if (status === 'approved') return at - (decidedAt?.getTime() ?? 0) < DONE_WITHIN_MS ? 'running' : 'unknown'
  return APPROVAL_STATES.find(state => state === status) ?? 'unknown'
}
