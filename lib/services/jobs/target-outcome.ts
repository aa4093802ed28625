import type { TargetStatus } from '#lib/hap/actions/job.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import type { ChangedTarget } from '#lib/store/jobs/job-record.ts'
import { seenBinding } from './seen-binding.ts'

/** What a target came to. */
export interface TargetOutcome {
  readonly status: Extract<TargetStatus, 'done' | 'refused' | 'failed' | 'unknown' | 'cancelled'>
  readonly message: string | null
  /** Set where it was refused because it was not as it was seen. */
  readonly changed?: ChangedTarget
}

/** The outcome of a target by the result of its action. */
export function outcomeOf(result: ActionResult): TargetOutcome {
  switch (result.status) {
    case 'done':
      return { status: 'done', message: result.note }
    case 'invalid':
      return { status: 'refused', message: result.problems.join(' ') }
    case 'refused':
      return { status: 'refused', message: result.reason }
    case 'changed':
      return {
        status: 'refused',
        message: result.reason,
        changed: { found: result.now && seenBinding(result.now) },
      }
    case 'failed':
    case 'collided':
      return { status: 'failed', message: result.reason }
    case 'cancelled':
    case 'unknown':
      return { status: result.status, message: result.reason }
  }
}
