import type { Expectation, PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { describeExpectation } from '#lib/hap/cases/run-cases.ts'
import { formatRequest, type Request } from '#lib/hap/request.ts'
import { targetKindOf } from '#lib/hap/selection/resolve-target.ts'
import { cutText } from '#lib/hap/text.ts'
import type { DecisionView } from '#lib/queries/simulator/simulate.ts'
import { readCasesFile, writeCasesFile } from '#lib/rules-file/cases-file.ts'
import { formatFileProblem } from '#lib/rules-file/file-problem.ts'
import { CASES_DRAFT } from '../rules/tab-drafts.ts'

type Decided = Pick<DecisionView, 'outcome' | 'rule' | 'pool'>

/** The name of the added case, or why none was added. */
type PinResult = { readonly name: string } | { readonly problem: string }

/**
 * Adds a request and its result to the person's pinned cases; without a draft they start from
 * `pinned`, the published ones. Leaves them unchanged when they cannot be parsed, before or after
 * the addition.
 */
export function pinCase(person: string, pinned: string, request: Request, decision: Decided): PinResult {
  const text = CASES_DRAFT.get(person) ?? pinned
  const read = readCases(text)
  if ('problem' in read) return read
  const added = buildCase(request, decision, new Set(read.cases.map(({ name }) => name)))
  const written = writeCasesFile([...read.cases, added], text === '' ? null : text)
  const again = readCases(written)
  if ('problem' in again) return again
  CASES_DRAFT.set(person, written)
  return { name: added.name }
}

function readCases(text: string): { readonly cases: readonly PinnedCase[] } | { readonly problem: string } {
  const read = text === '' ? { cases: [] } : readCasesFile(new TextEncoder().encode(text))
  return 'cases' in read ? read : { problem: read.problems.map(formatFileProblem).join(' ') }
}

/** Builds a case that expects this decision. `names` are the names already in use. */
export function buildCase(request: Request, decision: Decided, names: ReadonlySet<string>): PinnedCase {
  const expected = buildExpectation(request, decision)
  // The parser of cases rejects longer names.
  const name = cutText(`${formatRequest(request)}: ${describeExpectation(expected)}`, 280)
  let unique = name
  for (let number = 2; names.has(unique); number++) unique = `${name} (${number})`
  return { name: unique, request, expected }
}

function buildExpectation({ globalAccount }: Request, decision: Decided): Expectation {
  const { outcome, pool } = decision
  const lead = targetKindOf(decision)
  if (lead === 'no-rule' || !pool) return { kind: 'no-rule' }
  // A case without a global account applies to every account, so a missing one is no refusal.
  const isForAnybody = outcome.kind === 'refused' && outcome.reason === 'illegal-label' && globalAccount === ''
  return lead === 'refused' && !isForAnybody ? { kind: 'refused' } : { kind: 'pool', pool }
}
