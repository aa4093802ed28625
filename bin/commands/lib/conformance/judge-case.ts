import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { type DifferenceId, explainDifference, policyOf, type Semantics } from '#lib/hap/semantics.ts'
import { type Case, caseSchema } from './case-schema.ts'
import { runCase } from './run-case.ts'
import type { CaseError } from './run-rules-case.ts'

/** The verdict on one case. */
export interface Verdict {
  readonly id: string
  readonly kind: string
  readonly passed: boolean
  /** Facts that differ from KEB. */
  readonly mismatches: readonly Mismatch[]
  /** The documented differences that explain them; the case then passes. */
  readonly differences: readonly DifferenceId[]
  /** Why the case could not run. */
  readonly problems: readonly string[]
}

/** Runs one case. Documented differences from KEB are permitted, others fail. */
export function judgeCase(value: unknown, place: number, semantics: Semantics): Verdict {
  const parsed = caseSchema.safeParse(value)
  const { id, kind } = nameOf(value, place)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(issue => problemOf(issue, kind))
    return { id, kind, passed: false, mismatches: [], differences: [], problems }
  }
  const test: Case = parsed.data
  const mismatches = compareCase(test, runCase(test, policyOf(semantics)))
  if (mismatches.length === 0) return { id, kind, passed: true, mismatches, differences: [], problems: [] }
  const agrees = explainDifference(policy => compareCase(test, runCase(test, policy)).length === 0)
  const differences = semantics === 'keb' ? [] : (agrees ?? [])
  return { id, kind, passed: differences.length > 0, mismatches, differences, problems: [] }
}

function nameOf(value: unknown, place: number): { readonly id: string; readonly kind: string } {
  const record: object = typeof value === 'object' && value !== null ? value : {}
  const id = 'id' in record && typeof record.id === 'string' ? record.id : `case ${place + 1}`
  return { id, kind: 'kind' in record ? String(record.kind) : 'no kind' }
}

function problemOf(issue: z.core.$ZodIssue, kind: string): string {
  const path = issue.path.join('.')
  if (issue.code === 'invalid_union' && path === 'kind') return `Unknown kind of case ${kind}.`
  if (issue.code === 'unrecognized_keys') {
    return `Unknown: ${issue.keys.map(key => (path === '' ? key : `${path}.${key}`)).join(', ')}.`
  }
  return `${path === '' ? 'The case' : path}: ${issue.message}.`
}

/** A fact in which a case and the engine differ. */
interface Mismatch {
  readonly path: string
  readonly expected: unknown
  readonly actual: unknown
}

/** The stated facts of a case that differ from the actual outcome. */
function compareCase(test: Case, actual: unknown): readonly Mismatch[] {
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

/** Maps that are compared as a whole: an additional key is a difference. */
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

/** Compares errors as sets, each by its stated facts without the message. */
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

/** Null equals a missing fact. */
function same(path: string, expected: unknown, actual: unknown): readonly Mismatch[] {
  return isDeepStrictEqual(expected ?? null, actual ?? null) ? [] : [{ path, expected, actual }]
}

/** Safe for names such as `constructor`. */
function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
