import { isRecord } from '../is-record.ts'
import { type Pool, poolName } from '../pools/pool.ts'
import type { DocumentPath } from '../rules/rule-source.ts'
import type { Expectation } from './pinned-case.ts'

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
