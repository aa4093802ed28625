import { queryText, SIMULATOR_PARAMETERS } from '#lib/paths.ts'
import type { DraftTexts } from '../compare/draft-texts.ts'
import { DRAFT } from './link-state.ts'

const SIDES = [SIMULATOR_PARAMETERS.rules, SIMULATOR_PARAMETERS.compared] as const

/** A state as it is sent, with the draft it compares with. Of two drafts the person's own is sent. */
export function withDraft(state: string, drafts: DraftTexts): string {
  const sent = new URLSearchParams(state)
  sent.delete(DRAFT)
  const chosen = SIDES.map(side => sent.get(side))
  const kind = (['draft', 'sent'] as const).find(one => chosen.includes(one) && drafts[one] !== null)
  if (kind === undefined) return queryText(sent)
  for (const side of SIDES) if (sent.get(side) === kind) sent.set(side, 'draft')
  sent.set(DRAFT, drafts[kind] ?? '')
  return queryText(sent)
}

/** A state as it is opened: its draft is one that came with a link. */
export function draftOfLink(state: string): { readonly state: string; readonly draft: string | null } {
  const opened = new URLSearchParams(state)
  const draft = opened.get(DRAFT)
  if (draft === null) return { state, draft }
  opened.delete(DRAFT)
  for (const side of SIDES) if (opened.get(side) === 'draft') opened.set(side, 'sent')
  return { state: queryText(opened), draft }
}
