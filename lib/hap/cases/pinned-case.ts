import { isRecord } from '../document.ts'
import { type Pool, poolName } from '../pools/pool.ts'
import type { Request } from '../request.ts'
import type { DocumentPath } from '../rules/rule-source.ts'

/**
 * Expected result of a request. Rules are compared by content, selectors by requirements in any
 * order. `no-rule`: no rule matches, for example for an unknown plan. `refused`: a rule matches and
 * the request is invalid.
 */
export type Expectation =
  | { readonly kind: 'rule'; readonly rule: string }
  | { readonly kind: 'pool'; readonly pool: Pool }
  | { readonly kind: 'selector'; readonly selector: string }
  | { readonly kind: 'no-rule' }
  | { readonly kind: 'refused' }

export type ExpectationKind = Expectation['kind']

/**
 * A request with an expectation that every published ruleset must meet. Names are unique within a
 * list.
 */
export interface PinnedCase {
  readonly name: string
  /** An empty provider is the first one of the plan; an empty global account is any. */
  readonly request: Request
  readonly expected: Expectation
}

/** Form of an expectation in a document. */
type WrittenExpectation = 'no rule' | 'refused' | Readonly<Partial<Record<(typeof KINDS)[number], string>>>

type ReadExpectation =
  | { readonly expected: Expectation }
  | { readonly problem: string; readonly hint: string; readonly path: DocumentPath }

const KINDS = ['rule', 'pool', 'selector'] as const
const HINT = 'Write one of `rule: …`, `pool: …` and `selector: …` below it, or `expect: no rule`, or `expect: refused`.'
const MAX_CHARACTERS = 1_000

/** Parses the value of `expect`. */
export function parseExpectation(value: unknown): ReadExpectation {
  if (value === 'no rule') return { expected: { kind: 'no-rule' } }
  if (value === 'refused') return { expected: { kind: 'refused' } }
  if (!isRecord(value)) return wrong('The case does not say what it expects.', HINT)
  const fields = Object.keys(value)
  const [field] = fields
  const kind = KINDS.find(each => each === field)
  if (fields.length > 1 || kind === undefined) return wrong('`expect` must be rule, pool or selector.', HINT)
  const text = value[kind]
  if (typeof text !== 'string' || text.trim() === '')
    return wrong(`\`${kind}\` is not a text.`, 'Put it in quotes.', [kind])
  return parseExpectationText(kind, text)
}

/** Parses an expectation of a kind from text. */
export function parseExpectationText(kind: (typeof KINDS)[number], text: string): ReadExpectation {
  const trimmed = text.trim()
  if (trimmed.length > MAX_CHARACTERS)
    return wrong(`\`${kind}\` has more than ${MAX_CHARACTERS} characters.`, 'Shorten it.', [kind])
  if (kind === 'rule') return { expected: { kind, rule: trimmed } }
  if (kind === 'selector') return { expected: { kind, selector: trimmed } }
  const pool = parsePool(trimmed)
  if (pool) return { expected: { kind, pool } }
  return wrong('Not a pool.', 'Write the hyperscaler type, then `EU` and `shared` where they apply: `aws · EU`.', [
    kind,
  ])
}

/** Formats an expectation without its kind; empty when the kind has no text. */
export function formatExpectationText(expected: Expectation): string {
  if (expected.kind === 'rule') return expected.rule
  if (expected.kind === 'selector') return expected.selector
  return expected.kind === 'pool' ? poolName(expected.pool) : ''
}

/** Formats an expectation as parseExpectation parses it. */
export function formatExpectation(expected: Expectation): WrittenExpectation {
  if (expected.kind === 'no-rule') return 'no rule'
  if (expected.kind === 'refused') return 'refused'
  return { [expected.kind]: formatExpectationText(expected) }
}

/**
 * Parses a pool by name or key, or with flags after white space or commas: `aws · EU`, `aws~eu`,
 * `aws, EU, shared`.
 */
function parsePool(text: string): Pool | null {
  const [hyperscalerType = '', ...words] = text.split(/[\s~·,]+/)
  const flags = new Set(words.map(word => word.toLowerCase()))
  const euAccess = flags.delete('eu')
  const shared = flags.delete('shared')
  return hyperscalerType !== '' && flags.size === 0 ? { hyperscalerType, euAccess, shared } : null
}

function wrong(problem: string, hint: string, path: DocumentPath = []): ReadExpectation {
  return { problem, hint, path }
}

/** Names of cases that differ between two lists. */
export interface CaseChanges {
  readonly removed: readonly string[]
  /** Cases of the same name with another request or expectation. */
  readonly changed: readonly string[]
  readonly added: readonly string[]
}

/** Compares two lists of cases; names in list order. */
export function caseChanges(before: readonly PinnedCase[], after: readonly PinnedCase[]): CaseChanges {
  const [old, now] = [before, after].map(cases => new Map(cases.map(one => [one.name, contentOf(one)])))
  const names = (cases: readonly PinnedCase[], holds: (name: string) => boolean) =>
    cases.map(({ name }) => name).filter(holds)
  return {
    removed: names(before, name => !now?.has(name)),
    changed: names(after, name => old?.has(name) === true && old.get(name) !== now?.get(name)),
    added: names(after, name => !old?.has(name)),
  }
}

/** Both lists come from one parser, so the order of keys is equal. */
function contentOf({ request, expected }: PinnedCase): string {
  return JSON.stringify([request, expected])
}

const MAX_NAMES = 5

/**
 * Describes lost expectations as sentences, since removing a case ends its check; empty for none.
 */
export function describeLostCases({ removed, changed }: Pick<CaseChanges, 'removed' | 'changed'>): string {
  return [
    removed.length > 0 && `${counted(removed.length)} removed: ${formatQuoted(removed)}.`,
    changed.length > 0 && `${counted(changed.length)} changed: ${formatQuoted(changed)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Formats the first names in quotes and the number of others. */
export function formatQuoted(names: readonly string[]): string {
  const told = names.slice(0, MAX_NAMES).map(name => `"${name}"`)
  return `${told.join(', ')}${names.length > told.length ? ` and ${names.length - told.length} more` : ''}`
}

function counted(count: number): string {
  return count === 1 ? '1 pinned case' : `${count} pinned cases`
}
