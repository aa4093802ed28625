import type { z } from 'zod'
import { type DifferenceId, explainDifference, policyOf, type Semantics } from '#lib/hap/semantics.ts'
import { type Case, caseSchema } from './case-schema.ts'
import { compareCase, type Mismatch } from './compare-case.ts'
import { runCase } from './run-case.ts'

/** What became of one case. */
export interface Verdict {
  readonly id: string
  readonly kind: string
  readonly passed: boolean
  /** Facts that differ from what KEB does. */
  readonly mismatches: readonly Mismatch[]
  /** The intended differences behind them; only as documented, and then the case passes all the same. */
  readonly differences: readonly DifferenceId[]
  /** Why a case could not be run. */
  readonly problems: readonly string[]
}

/** Runs one case of a file. As documented it may differ from KEB, but only by the differences that are intended. */
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
  if (issue.code === 'invalid_union' && path === 'kind') return `There is no kind ${kind} of case.`
  if (issue.code === 'unrecognized_keys') {
    return `Nobody looks at ${issue.keys.map(key => (path === '' ? key : `${path}.${key}`)).join(', ')}.`
  }
  return `${path === '' ? 'The case' : path}: ${issue.message}.`
}
