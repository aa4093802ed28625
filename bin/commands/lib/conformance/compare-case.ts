import { isDeepStrictEqual } from 'node:util'
import type { Case } from './case-schema.ts'
import type { CaseError } from './run-rules-case.ts'

/** One fact in which a case and the engine differ. */
export interface Mismatch {
  readonly path: string
  readonly expected: unknown
  readonly actual: unknown
}

/** Where the actual outcome differs from what the case states; what it does not state is not compared. */
export function compareCase(test: Case, actual: unknown): readonly Mismatch[] {
  const { expect } = test
  if (typeof expect !== 'object') return same('expect', expect, actual)
  const facts = isRecord(actual) ? actual : {}
  if (test.kind === 'metrics')
    return Object.entries(test.expect).flatMap(([name, gauge]) => compareGauge(name, gauge, own(facts, name)))
  return Object.entries(expect).flatMap(([key, wanted]) => {
    if (key === 'errors') return compareErrors(wanted as readonly CaseError[], facts.errors)
    if (key === 'binding' && test.kind === 'select' && test.expect.bindingAnyOf) return []
    if (key === 'bindingAnyOf') {
      const found = Array.isArray(wanted) && wanted.includes(facts.binding)
      return found ? [] : [{ path: 'binding', expected: wanted, actual: facts.binding }]
    }
    return isStatedWhole(test.kind, key)
      ? same(key, wanted, own(facts, key))
      : compareStated(key, wanted, own(facts, key))
  })
}

/** Maps whose keys are all meant: one more is a difference. */
function isStatedWhole(kind: Case['kind'], key: string): boolean {
  return kind === 'select' && key === 'counts'
}

/** Compares the stated keys of an object and, inside it, everything. */
function compareStated(path: string, wanted: unknown, actual: unknown): readonly Mismatch[] {
  if (!isRecord(wanted) || !isRecord(actual)) return same(path, wanted, actual)
  return Object.entries(wanted).flatMap(([key, value]) => same(`${path}.${key}`, value, own(actual, key)))
}

/** A gauge the engine does not have is a difference; a label value without bindings counts as 0. */
function compareGauge(name: string, wanted: Readonly<Record<string, number>>, actual: unknown): readonly Mismatch[] {
  if (!isRecord(actual)) return [{ path: name, expected: wanted, actual }]
  const keys = new Set([...Object.keys(wanted), ...Object.keys(actual)])
  return [...keys].flatMap(key => same(`${name}{${key}}`, own(wanted, key) ?? 0, own(actual, key) ?? 0))
}

/** Errors compare as sets, each by the facts it states; wording never. */
function compareErrors(wanted: readonly CaseError[], actual: unknown): readonly Mismatch[] {
  const found: readonly CaseError[] = Array.isArray(actual) ? actual : []
  const covered = wanted.every(one => found.some(other => states(one, other)))
  const explained = found.every(other => wanted.some(one => states(one, other)))
  return covered && explained ? [] : [{ path: 'errors', expected: wanted, actual: found }]
}

function states(wanted: CaseError, found: CaseError): boolean {
  return (
    wanted.class === found.class &&
    (wanted.rules === undefined || sameSet(wanted.rules, found.rules ?? [])) &&
    (wanted.missing === undefined || wanted.missing === found.missing) &&
    wanted.plan === found.plan &&
    (wanted.uncovered === undefined ? found.uncovered === undefined : sameSet(wanted.uncovered, found.uncovered ?? []))
  )
}

function sameSet<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return isDeepStrictEqual(new Set(a), new Set(b))
}

/** Null and missing are the same: a fact that is not there. */
function same(path: string, expected: unknown, actual: unknown): readonly Mismatch[] {
  return isDeepStrictEqual(expected ?? null, actual ?? null) ? [] : [{ path, expected, actual }]
}

/** A case may name anything, `constructor` too. */
function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
