/** `running`: the approved action runs. `stale`: its targets had changed, so nothing was written. */
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

/** States in which no decision is pending. */
export const DECIDED_STATES = APPROVAL_STATES.filter(state => state !== 'waiting')

/** An approved action finishes within this time, or its outcome is unknown. */
export const DONE_WITHIN_MS = 2 * 60 * 1000

interface ApprovalFacts {
  readonly status: string
  readonly expiresAt: Date
  readonly decidedAt: Date | null
}

/** The state of a proposal at a time in milliseconds since 1970. The SQL of the list computes the same. */
export function approvalState({ status, expiresAt, decidedAt }: ApprovalFacts, at: number): ApprovalState {
  if (status === 'waiting') return expiresAt.getTime() <= at ? 'expired' : 'waiting'
  if (status === 'approved') return at - (decidedAt?.getTime() ?? 0) < DONE_WITHIN_MS ? 'running' : 'unknown'
  return APPROVAL_STATES.find(state => state === status) ?? 'unknown'
}
