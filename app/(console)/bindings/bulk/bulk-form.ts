import { holdEndRefusal } from '#lib/hap/actions/plan-action.ts'
import { formatCount } from '#lib/util/format.ts'
import { missingReason } from '../../reason-fields.tsx'

interface Situation {
  /** Null while the plan is computed. */
  readonly targets: number | null
  readonly checking: boolean
  readonly starting: boolean
  /** Some targets changed and the change is not confirmed. */
  readonly changed: boolean
  readonly reason: string
  /** `hold`: undefined until an end is chosen. */
  readonly until: string | null | undefined
  readonly typed: string
  /** Whether the number of bindings has to be typed. */
  readonly confirm: boolean
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Why a job cannot be started yet, as a sentence; null when it can. */
export function getDisabledReason({
  targets,
  checking,
  starting,
  changed,
  reason,
  until,
  typed,
  confirm,
  at,
}: Situation): string | null {
  if (starting) return 'Starting the job.'
  if (targets === null || checking) return 'Checking the selection.'
  // A hold whose end has passed is invalid for every target.
  const ended = until ? holdEndRefusal(Date.parse(until), at) : null
  if (ended !== null) return ended
  if (targets === 0) return 'No selected binding allows this action.'
  if (changed) return 'Look at what changed first.'
  if (until === undefined) return 'Choose when the hold ends.'
  const reasonProblem = missingReason(reason)
  if (reasonProblem !== null) return reasonProblem
  if (confirm && typed.trim().replaceAll(/[,.\s]/g, '') !== String(targets))
    return `Type ${formatCount(targets)}, the number of bindings, to confirm.`
  return null
}

/** Creates a unique key. `crypto.randomUUID` is missing where the console is served without TLS. */
export function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join('-')
}
