import { z } from 'zod'
import type { User } from '#lib/auth/session.ts'
import { ACTION_LABELS, type Action, CHECKING_SHOOTS } from '#lib/hap/actions/action.ts'
import type { ActionOptions } from '#lib/services/actions/action-order.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { Ended } from './approval.ts'
import { type ApprovalContext, approvalTarget } from './approval-context.ts'

/**
 * The result of an approved proposal. `waiting`: nothing was written, so it can be approved again.
 * `approved`: it was written, and the shoots are still being checked.
 */
export interface Outcome {
  readonly status: Ended | 'waiting' | 'approved'
  /** A sentence. */
  readonly outcome: string
  readonly jobId: string | null
}

interface Approved {
  readonly id: string
  readonly action: Action
  readonly bulk: boolean
  /** As proposed. */
  readonly order: unknown
  /** uid and account of its bindings when it was proposed, by key. */
  readonly identities: unknown
}

export const FAILED_WHILE = 'The console failed while doing it. Audit and the binding show whether it was written.'

const Identities = z.record(z.string(), z.object({ uid: z.string(), account: z.string() }))

const PROPOSAL_KEY = 'approval-'

/** The Idempotency-Key of the job that a proposal starts: the same proposal is the same job. */
export function jobKey(id: string): string {
  return `${PROPOSAL_KEY}${id}`
}

/** Whether a key is reserved for jobs of proposals. */
export function isProposalKey(key: string | null): boolean {
  return key?.startsWith(PROPOSAL_KEY) ?? false
}

interface Progress extends Pick<ActionOptions, 'onList'> {
  /** Receives the final outcome of a proposal that was `approved` first. */
  readonly onSettled: (outcome: Outcome) => void
}

/**
 * Performs an approved action through the service of actions or of bulk jobs. Throws their errors,
 * except RefusedError.
 */
export async function carryOut(
  context: ApprovalContext,
  approved: Approved,
  user: User,
  { onList, onSettled }: Progress,
): Promise<Outcome> {
  const { id, action, order, bulk } = approved
  const remembered = new Map(Object.entries(Identities.parse(approved.identities ?? {})))
  // The records of the action are found by this request id.
  const requestId = approvalTarget(id)
  if (!bulk) {
    const options: ActionOptions = {
      requestId,
      remembered,
      ...(onList && { onList }),
      onSettled: result => onSettled(outcomeOf(action, result)),
    }
    return outcomeOf(action, await context.actions.perform(action, user, order, options))
  }
  try {
    const { job } = await context.jobs.start({ user, requestId, key: jobKey(id), remembered }, order)
    return { status: 'done', outcome: `Job ${job.id} was started.`, jobId: job.id }
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    return { status: 'failed', outcome: error.message, jobId: null }
  }
}

function outcomeOf(action: Action, result: ActionResult): Outcome {
  const as = (status: Outcome['status'], outcome: string) => ({ status, outcome, jobId: null })
  switch (result.status) {
    case 'done':
      return as(
        result.checking ? 'approved' : 'done',
        [`It was ${ACTION_LABELS[action].done}.`, result.checking && CHECKING_SHOOTS, result.note]
          .filter(Boolean)
          .join(' '),
      )
    case 'invalid':
      return as('failed', result.problems.join(' '))
    case 'changed':
      return as('stale', `${result.reason} Propose it anew if it is still wanted.`)
    case 'refused':
      return as(result.retryAfterMs === undefined ? 'failed' : 'waiting', result.reason)
    case 'failed':
    case 'cancelled':
      return as('waiting', result.reason)
    case 'collided':
      return as('failed', result.reason)
    case 'unknown':
      return as('unknown', result.reason)
  }
}
