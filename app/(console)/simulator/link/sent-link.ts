import { writePendingChanges } from '#components/address/pending-changes.ts'
import { showToast } from '#components/ui/toast.ts'
import { MOST_OF_LINK, paths } from '#lib/paths.ts'
import { draftTexts } from '../compare/draft-texts.ts'
import { keepLink } from './actions.ts'
import { withDraft } from './draft-in-link.ts'
import { fragmentOf, keptFragment } from './fragment.ts'
import { stateOf } from './link-state.ts'

/** What mail programs and chats take without cutting it. */
const MOST_CHARACTERS = 2_000

/** The address that shows somebody else what this page shows: with its state in the fragment, or with the id of a kept one where that is too long. */
export async function sentLink(person: string): Promise<string> {
  writePendingChanges()
  const { origin, search } = window.location
  const page = origin + paths.simulator()
  const state = stateWithDraft(stateOf(search), person)
  const link = page + (await fragmentOf(state))
  if (link.length <= MOST_CHARACTERS) return link
  // The long one works as well, where nothing cuts it.
  const answer = await keepLink(state).catch(() => null)
  return answer?.kind === 'kept' ? page + keptFragment(answer.id) : link
}

function stateWithDraft(state: string, person: string): string {
  const whole = withDraft(state, draftTexts(person))
  if (whole.length <= MOST_OF_LINK) return whole
  showToast({ text: 'The draft is too long for a link.', detail: 'The link shows everything else.', failed: true })
  return state
}
