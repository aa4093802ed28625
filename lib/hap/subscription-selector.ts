import { isLegalLabelValue } from './pools/labels.ts'
import { MAX_FIELD_LENGTH } from './request.ts'

/** A kind of account that a SubscriptionRequest accepts: one of its own, or a shared one. */
export type Alternative = { readonly kind: 'dedicated'; readonly globalAccount: string } | { readonly kind: 'shared' }

export interface SubscriptionSelector {
  /** In order of preference; each kind at most once. */
  readonly alternatives: readonly Alternative[]
  /** The tenant; null when only shared accounts are accepted. */
  readonly globalAccount: string | null
}

/** Columns of the text with exclusive end, and a sentence. */
interface SelectorProblem {
  readonly start: number
  readonly end: number
  readonly message: string
}

type Parsed = { readonly selector: SubscriptionSelector } | { readonly problems: readonly SelectorProblem[] }

const PREFIX = 'globalaccount:'
const SHARED = 'shared'
const OR = '||'

/**
 * Parses a subscriptionSelector (seed 004), `globalaccount:<id> || shared`: alternatives in order
 * of preference, optionally quoted as in the seed. A bare id means `globalaccount:<id>`. Never
 * throws: returns the selector or all problems with positions.
 */
export function parseSubscriptionSelector(text: string): Parsed {
  if (text.length > MAX_FIELD_LENGTH) {
    const message = `The selector has ${text.length} characters; at most ${MAX_FIELD_LENGTH} are read.`
    return { problems: [{ start: MAX_FIELD_LENGTH, end: text.length, message }] }
  }
  const words = wordsOf(text)
  const read = words.map(word => ({ ...word, found: readAlternative(word.text) }))
  const problems: SelectorProblem[] = []
  const alternatives: Alternative[] = []
  for (const { start, end, found } of read) {
    const message = 'problem' in found ? found.problem : repetition(found.alternative, alternatives)
    if (message !== null) problems.push({ start, end, message })
    else if ('alternative' in found) alternatives.push(found.alternative)
  }
  if (problems.length > 0) return { problems }
  const own = alternatives.find(alternative => alternative.kind === 'dedicated')
  return { selector: { alternatives, globalAccount: own?.globalAccount ?? null } }
}

/** Formats the first problem with its position, for views without marks in the text. */
export function formatProblem([first]: readonly SelectorProblem[]): string {
  return first ? `At character ${first.start + 1}: ${first.message}` : ''
}

interface Word {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Splits at `||` and trims spaces. */
function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (let from = 0; from <= text.length; ) {
    const or = text.indexOf(OR, from)
    const to = or === -1 ? text.length : or
    let [start, end] = [from, to]
    while (start < end && text[start] === ' ') start++
    while (end > start && text[end - 1] === ' ') end--
    words.push({ start, end, text: text.slice(start, end) })
    from = to + OR.length
    if (or === -1) break
  }
  return words
}

function readAlternative(word: string): { readonly alternative: Alternative } | { readonly problem: string } {
  const bare = /^"([^"]*)"$/.exec(word)?.[1] ?? word
  if (bare === '') return { problem: 'An account is missing here. Write globalaccount:<id> or shared.' }
  if (bare === SHARED) return { alternative: { kind: 'shared' } }
  const named = bare.startsWith(PREFIX)
  const id = named ? bare.slice(PREFIX.length) : bare
  if (isLegalLabelValue(id) && (named || id.toLowerCase() !== SHARED))
    return { alternative: { kind: 'dedicated', globalAccount: id } }
  return { problem: invalidAlternative(id, named) }
}

function invalidAlternative(id: string, named: boolean): string {
  if (id === '') return 'No id follows globalaccount:.'
  if (id.toLowerCase() === SHARED) return 'Shared accounts are written shared, in small letters.'
  const kind = /^([A-Za-z]+):/.exec(id)?.[1]
  if (!named && kind) return `${kind}: is no kind of account. Write globalaccount:<id> or shared.`
  if (/(^|[^|])\|($|[^|])/.test(id)) return 'Alternatives are separated by two bars, ||.'
  if (id.length > 63) return `The id has ${id.length} characters; at most 63 are allowed.`
  return 'The id may have letters, digits and - _ . inside, and must begin and end with a letter or digit.'
}

function repetition(next: Alternative, before: readonly Alternative[]): string | null {
  if (!before.some(({ kind }) => kind === next.kind)) return null
  return next.kind === 'shared'
    ? 'Shared accounts are named twice.'
    : 'A second global account is named; a request belongs to one.'
}
