import { formatCount } from '#components/ui/format.ts'

interface Situation {
  /** Null while it is looked at. */
  readonly targets: number | null
  readonly checking: boolean
  readonly starting: boolean
  readonly reason: string
  /** `hold`: undefined as long as it was not said. */
  readonly until: string | null | undefined
  readonly typed: string
  /** Whether the number of bindings has to be typed. */
  readonly confirm: boolean
}

/** Why a job cannot be started yet, as a sentence; null when it can. */
export function bulkObstacle({ targets, checking, starting, reason, until, typed, confirm }: Situation): string | null {
  if (starting) return 'It is being started.'
  if (targets === null || checking) return 'The selection is being looked at.'
  if (targets === 0) return 'None of the selected bindings allows it.'
  if (until === undefined) return 'Say when the hold ends.'
  if (reason.trim() === '') return 'Say why first.'
  if (confirm && typed.trim().replaceAll(/[,.\s]/g, '') !== String(targets))
    return `Type ${formatCount(targets)}, the number of bindings, to confirm.`
  return null
}
