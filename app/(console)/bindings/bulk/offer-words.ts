import { type Role, roleObstacle } from '#lib/auth/roles.ts'
import { ACTION_LABELS } from '#lib/hap/actions/action.ts'
import type { BulkOffer } from '#lib/queries/bindings/bulk-offers.ts'
import { formatCount } from '#lib/util/format.ts'

interface OfferWords {
  /** On the button: the verb, and how many of the selection it can be done to. */
  readonly label: string
  /** Why it cannot be pressed, as sentences; null when it can. */
  readonly disabledReason: string | null
  /** Why some are left out; undefined when none is. */
  readonly tip: string | undefined
}

interface Situation {
  readonly selected: number
  readonly role: Role
  /** Why nobody can act on what the page shows; null when it is current. */
  readonly tooOld: string | null
}

/** How an action on a selection is offered to somebody. */
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
