import { type Role, roleObstacle } from '#lib/auth/roles.ts'
import { ACTION_LABELS } from '#lib/hap/actions/action.ts'
import type { BulkOffer } from '#lib/queries/bindings/bulk-offers.ts'
import { formatCount } from '#lib/util/format.ts'

interface OfferWords {
  /** Label of the button: the verb, with the number of bindings that allow it. */
  readonly label: string
  /** Why the action is unavailable, as sentences; null when it is available. */
  readonly disabledReason: string | null
  /** Why some bindings are excluded; undefined when none is. */
  readonly tip: string | undefined
}

interface Situation {
  readonly selected: number
  readonly role: Role
  /** Why the page is too old for actions; null when it is current. */
  readonly tooOld: string | null
}

/** Describes the offer of an action on a selection: label, disabled reason and tip. */
export function offerWords(
  { action, allowed, refusals }: BulkOffer,
  { selected, role, tooOld }: Situation,
): OfferWords {
  const { verb, role: needed } = ACTION_LABELS[action]
  const why = refusals.map(({ text, count }) => `${text} (${formatCount(count)})`).join(' ')
  const label =
    allowed === selected || allowed === 0 ? verb : `${verb} ${formatCount(allowed)} of ${formatCount(selected)}`
  const obstacle = roleObstacle(role, needed) ?? tooOld
  if (obstacle !== null) return { label: verb, disabledReason: obstacle, tip: undefined }
  if (allowed === 0) return { label, disabledReason: why, tip: undefined }
  return { label, disabledReason: null, tip: why === '' ? undefined : why }
}
