import { isRecord } from '../document.ts'
import { type Pool, poolName } from '../pools/pool.ts'
import type { Request } from '../request.ts'
import type { DocumentPath } from '../rules/rule-source.ts'

/**
 * What has to come of a request; a rule is compared by what it says, a selector by its requirements, in any order. `no-rule`: none fits,
 * as for a plan that does not exist. `refused`: one fits, and the request cannot be served for itself.
 */
export type Expectation =
  | { readonly kind: 'rule'; readonly rule: string }
  | { readonly kind: 'pool'; readonly pool: Pool }
  | { readonly kind: 'selector'; readonly selector: string }
  | { readonly kind: 'no-rule' }
  | { readonly kind: 'refused' }

export type ExpectationKind = Expectation['kind']

/** A request with what must hold for it under every ruleset that is published. Names are unique within a list. */
export interface PinnedCase {
  readonly name: string
  /** An empty provider is the first one of the plan; an empty global account is anybody. */
  readonly request: Request
  readonly expected: Expectation
}

/** An expectation as a document of cases writes it. */
type WrittenExpectation = 'no rule' | 'refused' | Readonly<Partial<Record<(typeof KINDS)[number], string>>>

type ReadExpectation =
  | { readonly expected: Expectation }
  | { readonly problem: string; readonly hint: string; readonly path: DocumentPath }

const KINDS = ['rule', 'pool', 'selector'] as const
const HINT = 'Write one of `rule: …`, `pool: …` and `selector: …` below it, or `expect: no rule`, or `expect: refused`.'
const MOST_CHARACTERS = 1_000

/** Reads what stands under `expect`. */
export function readExpectation(value: unknown): ReadExpectation {
  if (value === 'no rule') return { expected: { kind: 'no-rule' } }
  if (value === 'refused') return { expected: { kind: 'refused' } }
  if (!isRecord(value)) return wrong('The case does not say what it expects.', HINT)
  const fields = Object.keys(value)
  const [field] = fields
  const kind = KINDS.find(each => each === field)
  if (fields.length > 1 || kind === undefined) return wrong('`expect` is not one of rule, pool and selector.', HINT)
  const text = value[kind]
  if (typeof text !== 'string' || text.trim() === '')
    return wrong(`\`${kind}\` is not a text.`, 'Put it in quotes.', [kind])
  return expectationOfText(kind, text)
}

/** An expectation of a kind from its text, as typed or as a document has it. */
export function expectationOfText(kind: (typeof KINDS)[number], text: string): ReadExpectation {
  const trimmed = text.trim()
  if (trimmed.length > MOST_CHARACTERS)
    return wrong(`\`${kind}\` has more than ${MOST_CHARACTERS} characters.`, 'Shorten it.', [kind])
  if (kind === 'rule') return { expected: { kind, rule: trimmed } }
  if (kind === 'selector') return { expected: { kind, selector: trimmed } }
  const pool = readPool(trimmed)
  if (pool) return { expected: { kind, pool } }
  return wrong('This is no pool.', 'Write the hyperscaler type, then `EU` and `shared` where they apply: `aws · EU`.', [
    kind,
  ])
}

/** The text of an expectation that has one, without its kind. */
export function expectationText(expected: Expectation): string {
  if (expected.kind === 'rule') return expected.rule
  if (expected.kind === 'selector') return expected.selector
  return expected.kind === 'pool' ? poolName(expected.pool) : ''
}

/** The same as readExpectation takes it. */
export function writeExpectation(expected: Expectation): WrittenExpectation {
  if (expected.kind === 'no-rule') return 'no rule'
  if (expected.kind === 'refused') return 'refused'
  return { [expected.kind]: expectationText(expected) }
}

/** A pool by its name or key, or with the flags after white space or commas: `aws · EU`, `aws~eu`, `aws, EU, shared`. */
function readPool(text: string): Pool | null {
  const [hyperscalerType = '', ...words] = text.split(/[\s~·,]+/)
  const flags = new Set(words.map(word => word.toLowerCase()))
  const euAccess = flags.delete('eu')
  const shared = flags.delete('shared')
  return hyperscalerType !== '' && flags.size === 0 ? { hyperscalerType, euAccess, shared } : null
}

function wrong(problem: string, hint: string, path: DocumentPath = []): ReadExpectation {
  return { problem, hint, path }
}

/** Names of the cases that one list has and another has not, or has otherwise. */
export interface CaseChanges {
  readonly removed: readonly string[]
  /** Of the same name, with another request or another expectation. */
  readonly changed: readonly string[]
  readonly added: readonly string[]
}

/** What became of pinned cases, each list in its order. */
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

/** Both are made by one reader, so the order of their keys is the same. */
function contentOf({ request, expected }: PinnedCase): string {
  return JSON.stringify([request, expected])
}

const MOST_NAMES = 5

/** What was taken from the cases, as sentences: who leaves a case out has it hold no longer. Empty where nothing was. */
export function lostCaseWords({ removed, changed }: Pick<CaseChanges, 'removed' | 'changed'>): string {
  return [
    removed.length > 0 && `${counted(removed.length)} removed: ${quoted(removed)}.`,
    changed.length > 0 && `${counted(changed.length)} changed: ${quoted(changed)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The first names in quotes, and how many there are more. */
export function quoted(names: readonly string[]): string {
  const told = names.slice(0, MOST_NAMES).map(name => `"${name}"`)
  return `${told.join(', ')}${names.length > told.length ? ` and ${names.length - told.length} more` : ''}`
}

function counted(count: number): string {
  return count === 1 ? '1 pinned case' : `${count} pinned cases`
}
