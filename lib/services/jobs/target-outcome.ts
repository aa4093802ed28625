import type { TargetStatus } from '#lib/hap/actions/target-status.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'

/** What a target came to. */
export interface TargetOutcome {
  readonly status: Extract<TargetStatus, 'done' | 'refused' | 'failed' | 'unknown' | 'cancelled'>
  readonly message: string | null
}

/** The outcome of a target by the result of its action. */
export function outcomeOf(result: ActionResult): TargetOutcome {
  switch (result.status) {
    case 'done':
      return { status: 'done', message: result.note }
    case 'invalid':
      return { status: 'refused', message: result.problems.join(' ') }
    case 'refused':
    case 'changed':
      return { status: 'refused', message: result.reason }
    case 'failed':
    case 'collided':
      return { status: 'failed', message: result.reason }
    case 'cancelled':
    case 'unknown':
      return { status: result.status, message: result.reason }
  }
}
