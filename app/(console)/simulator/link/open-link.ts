import { signedOutAnswer } from '#app/data/call-failure.ts'
import { openKeptLink } from './actions.ts'
import { draftOfLink } from './draft-in-link.ts'
import type { LinkWithDraft } from './follow-links.ts'
import { keptIdOf, type OpenedLink, readFragment } from './fragment.ts'

/** Reads a link, or fetches a kept one. Never throws. */
export async function openLink(fragment: string): Promise<LinkWithDraft> {
  const { state, problem } = await read(fragment)
  return { ...draftOfLink(state), problem }
}

async function read(fragment: string): Promise<OpenedLink> {
  const id = keptIdOf(fragment)
  if (id === null) return readFragment(fragment)
  const answer = await openKeptLink(id).catch(signedOutAnswer)
  if (answer?.kind === 'link') return { state: answer.state, problem: null }
  return {
    state: '',
    problem: answer?.reason ?? 'The link was not opened: the console is not responding. Open it again.',
  }
}
