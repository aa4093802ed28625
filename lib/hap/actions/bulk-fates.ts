import type { Action } from './action.ts'

const CLEANED = 'They are cleaned before they are used again, and whatever is left in them is deleted.'

/** What an action does to many accounts, in a sentence or two. */
export const BULK_FATES: Readonly<Record<Action, string>> = {
  release: `Their global accounts release these accounts. ${CLEANED} It can be undone until cleaning begins.`,
  'mark-dirty': `${CLEANED} It can be undone until cleaning begins.`,
  'undo-dirty':
    'They are not cleaned, and return to their previous owners. One whose account has another dirty binding stays on hold until that is no longer dirty either.',
  'start-cleaning':
    'A cleaner takes them before all others, those that were just given back too. Of one in quarantine it begins anew. Where deleting is off, it only notes what it would delete.',
  'confirm-clean':
    'They become free because you confirm it; nothing is deleted, and their global accounts are removed from the labels. One whose account has another dirty binding stays on hold until that is clean too. This cannot be undone.',
  hold: 'They are not selected, and nothing in them is deleted, until the hold ends. KEB and its cleanup job leave them alone too.',
  unhold: 'They return to their state before the hold. One that its global account gave back meanwhile becomes dirty.',
  quarantine:
    "They are not selected, and HAP does not clean them until the quarantine is lifted; then they are dirty and are cleaned. KEB's cleanup job ignores quarantine; only a hold stops it too.",
  lift: CLEANED,
  'mark-internal': 'They are never selected and never released. KEB ignores this label and may still assign them.',
  'unmark-internal': 'They can be selected and released again.',
  repair: 'Labels with only one possible meaning are corrected.',
}
