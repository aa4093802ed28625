import { queryText, SIMULATOR_PARAMETERS } from '#lib/paths.ts'
import type { DraftTexts } from '../compare/draft-texts.ts'

const { mode, semantics, rules, compared, ...FIELDS } = SIMULATOR_PARAMETERS

/**
 * Short parameters first, so that a truncated link still has most of them. `run` means that the
 * matrix was submitted.
 */
const PARAMETERS: readonly string[] = [mode, 'run', semantics, rules, compared, ...Object.values(FIELDS)]

/**
 * The compared draft; last, because it is long. It appears in links only, never in the URL of the
 * page.
 */
const DRAFT = 'draft'

/** Builds the state of a link from the search parameters of the page, trimmed. */
export function buildLinkState(query: string): string {
  const given = new URLSearchParams(query)
  const pairs = PARAMETERS.map(name => [name, given.get(name)?.trim() ?? ''])
  // Leading white space may indent the first line of a document.
  const draft = given.get(DRAFT)?.trimEnd() ?? ''
  return queryText(new URLSearchParams([...pairs, [DRAFT, draft]].filter(([, value]) => value !== '')))
}

/**
 * Parses the beginning of a truncated state. The last parameter may be incomplete, so it is
 * dropped.
 */
export function parseTruncatedState(text: string): string {
  // A state is printable ASCII without blanks; anything else marks the damage.
  const [legible = ''] = text.split(/[^\x21-\x7e]/)
  const parts = legible.split('&').slice(0, -1)
  return buildLinkState(parts.filter(part => /^[a-z]+=([^%=]|%[0-9A-F]{2})+$/.test(part)).join('&'))
}

const SIDES = [SIMULATOR_PARAMETERS.rules, SIMULATOR_PARAMETERS.compared] as const

/** Adds the compared draft to a state. Of two drafts the person's own is sent. */
export function addDraft(state: string, drafts: DraftTexts): string {
  const sent = new URLSearchParams(state)
  sent.delete(DRAFT)
  const chosen = SIDES.map(side => sent.get(side))
  const kind = (['draft', 'sent'] as const).find(one => chosen.includes(one) && drafts[one] !== null)
  if (kind === undefined) return queryText(sent)
  for (const side of SIDES) if (sent.get(side) === kind) sent.set(side, 'draft')
  sent.set(DRAFT, drafts[kind] ?? '')
  return queryText(sent)
}

/** Extracts the draft of an opened state and marks it as sent by a link. */
export function extractDraft(state: string): { readonly state: string; readonly draft: string | null } {
  const opened = new URLSearchParams(state)
  const draft = opened.get(DRAFT)
  if (draft === null) return { state, draft }
  opened.delete(DRAFT)
  for (const side of SIDES) if (opened.get(side) === 'draft') opened.set(side, 'sent')
  return { state: queryText(opened), draft }
}
