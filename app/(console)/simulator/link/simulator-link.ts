import { signedOutAnswer } from '#app/data/call-failure.ts'
import { writePendingChanges } from '#components/address/pending-changes.ts'
import { showToast } from '#components/ui/toast.tsx'
import { MAX_LINK_STATE, paths } from '#lib/paths.ts'
import { getStoredLink, storeLink } from '../actions.ts'
import { getDraftTexts } from '../compare/comparison-choice.ts'
import {
  addDraft,
  buildLinkState,
  decodeFragment,
  extractDraft,
  type LinkWithDraft,
  type OpenedLink,
  parseStoredId,
  storedFragment,
} from './fragment.ts'

/** Decodes a link, or fetches a stored one. Never throws. */
export async function openLink(fragment: string): Promise<LinkWithDraft> {
  const { state, problem } = await read(fragment)
  return { ...extractDraft(state), problem }
}

async function read(fragment: string): Promise<OpenedLink> {
  const id = parseStoredId(fragment)
  if (id === null) return decodeFragment(fragment)
  const answer = await getStoredLink(id).catch(signedOutAnswer)
  if (answer?.kind === 'link') return { state: answer.state, problem: null }
  return {
    state: '',
    problem: answer?.reason ?? 'The link could not be opened: the console is not responding. Open it again.',
  }
}

/** Mail programs and chats may truncate longer links. */
const MAX_LINK_LENGTH = 2_000

/**
 * Creates a link to the current state: the query contains the state, or the fragment the id of a
 * stored one when the link would be too long or the state has a draft. Proxies log queries, so
 * rules that are not published must not appear there.
 */
export async function createLink(person: string): Promise<string> {
  writePendingChanges()
  const { origin, search } = window.location
  const page = origin + paths.simulator()
  const stateWithoutDraft = buildLinkState(search)
  const state = addShortDraft(stateWithoutDraft, person)
  const hasDraft = extractDraft(state).draft !== null
  const link = stateWithoutDraft === '' ? page : `${page}?${stateWithoutDraft}`
  if (!hasDraft && link.length <= MAX_LINK_LENGTH) return link
  const answer = await storeLink(state).catch(() => null)
  if (answer?.kind === 'stored') return page + storedFragment(answer.id)
  if (hasDraft)
    showToast({
      text: 'The link does not contain the draft.',
      detail: `${answer?.reason ?? 'The console is not responding.'} The link contains everything else.`,
      failed: true,
    })
  // A long link still works where nothing truncates it.
  return link
}

function addShortDraft(state: string, person: string): string {
  const stateWithDraft = addDraft(state, getDraftTexts(person))
  if (stateWithDraft.length <= MAX_LINK_STATE) return stateWithDraft
  showToast({ text: 'The draft is too long for a link.', detail: 'The link contains everything else.', failed: true })
  return state
}
