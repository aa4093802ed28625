import type { Action } from './action.ts'

const CLEANED = 'They are cleaned before anybody gets them, and what is left in them is deleted.'

/** What an action does to many accounts, in a sentence or two. */
export const BULK_FATES: Readonly<Record<Action, string>> = {
  release: `Their tenants give these accounts back. ${CLEANED} It can be undone until cleaning begins.`,
  'mark-dirty': `${CLEANED} It can be undone until cleaning begins.`,
  'undo-dirty': 'They are not cleaned, and go back to whom they belonged to.',
  'confirm-clean':
    'They become free on your word; nothing is deleted, and the names of their tenants go. This cannot be undone.',
  hold: 'Nobody gets them and nothing in them is deleted until the hold ends. KEB and its cleanup job leave them alone too.',
  unhold: 'They become what they were before the hold.',
  quarantine:
    "Nobody gets them, and HAP does not clean them until the quarantine is lifted. KEB's cleanup job knows no quarantine; only a hold keeps that off too.",
  lift: CLEANED,
  'mark-internal':
    'They are never selected and never released. KEB does not look at this label and may still hand them out.',
  'unmark-internal': 'They can be selected and released again.',
  repair: 'Labels that can mean only one thing are written as they should be.',
}
