import { REASON_LIMITS } from '#lib/hap/actions/action.ts'
import { isVisible } from '#lib/hap/text/text.ts'
import { formatCount } from '#lib/util/format.ts'

/** Why a reason cannot be sent, as a sentence; null when it can. */
export function reasonObstacle(reason: string): string | null {
  if (!isVisible(reason)) return 'Enter a reason first.'
  const limit = REASON_LIMITS.reason
  return reason.trim().length > limit ? `Shorten the reason to ${formatCount(limit)} characters first.` : null
}
