import type { SearchField } from '#lib/search/field.ts'
import { formatSearch, formatTerm } from '#lib/search/format.ts'
import { MAX_CHARACTERS, parseSearch } from '#lib/search/parse.ts'
import type { SearchError, Term } from '#lib/search/term.ts'

/** Content of a search box: complete field terms as chips, and the text being typed. */
export interface QueryState {
  readonly chips: readonly Term[]
  readonly draft: string
}

/**
 * Splits a search text into chips and draft. Field terms become chips; words and invalid terms stay
 * text.
 */
export function openQuery(text: string, fields: readonly SearchField[]): QueryState {
  return absorb({ chips: [], draft: text }, fields)
}

/** Moves complete field terms of the draft into chips. */
export function absorb({ chips, draft }: QueryState, fields: readonly SearchField[]): QueryState {
  const found = parseSearch(draft, fields).terms.filter(term => term.kind !== 'word')
  if (found.length === 0) return { chips, draft }
  let rest = ''
  let end = 0
  for (const { range } of found) {
    rest += draft.slice(end, range.start)
    end = range.end
  }
  rest += draft.slice(end)
  return { chips: [...chips, ...found], draft: rest.replace(/\s+/g, ' ').trimStart() }
}

/** Applies typed text. A term followed by a blank becomes a chip. */
export function typed(state: QueryState, draft: string, fields: readonly SearchField[]): QueryState {
  const next = { chips: state.chips, draft }
  return /\s$/.test(draft) && draft.length > state.draft.length ? absorb(next, fields) : next
}

/** Moves the last chip back into the draft. */
export function reopenLast({ chips, draft }: QueryState): QueryState {
  const last = chips.at(-1)
  if (!last) return { chips, draft }
  return { chips: chips.slice(0, -1), draft: formatTerm(last) + (draft === '' ? '' : ` ${draft}`) }
}

/** Search text of chips and draft. */
export function queryText({ chips, draft }: QueryState): string {
  return [formatSearch(chips), draft.trim()].filter(part => part !== '').join(' ')
}

/** The search text during typing, without an incomplete (invalid) last term. */
export function liveText(state: QueryState, fields: readonly SearchField[]): string {
  if (state.draft.length > MAX_CHARACTERS) return queryText({ ...state, draft: '' })
  const unfinished = endsInError(state.draft, fields)
  return queryText(unfinished ? { ...state, draft: state.draft.slice(0, unfinished.range.start) } : state)
}

/** The errors of the draft; while `typing`, without those of the incomplete last term. */
export function draftErrors(draft: string, fields: readonly SearchField[], typing: boolean): readonly SearchError[] {
  const { errors } = parseSearch(draft, fields)
  const unfinished = typing ? endsInError(draft, fields) : null
  return errors.filter(error => isTooMuch(error) || error.range.start !== unfinished?.range.start)
}

/** Errors of chips and draft: valid chips may exceed the limits together. */
export function boxErrors(state: QueryState, fields: readonly SearchField[], typing: boolean): readonly SearchError[] {
  const errors = draftErrors(state.draft, fields, typing)
  return errors.length > 0 ? errors : parseSearch(queryText(state), fields).errors.filter(isTooMuch)
}

/** Whether an error concerns the whole search instead of one term. */
export function isTooMuch({ code }: SearchError): boolean {
  return code === 'too-long' || code === 'too-many-terms'
}

function endsInError(draft: string, fields: readonly SearchField[]): SearchError | null {
  const last = parseSearch(draft, fields).errors.at(-1)
  return last?.range.end === draft.length ? last : null
}
