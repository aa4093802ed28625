import type { Expectation, PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { expectationWords } from '#lib/hap/cases/run-cases.ts'
import type { Request } from '#lib/hap/request.ts'
import { requestWords } from '#lib/hap/request-words.ts'
import { leadOf } from '#lib/hap/selection/lead.ts'
import type { DecisionView } from '#lib/queries/simulator/decision-view.ts'
import { readCasesFile } from '#lib/rules-file/read-cases-file.ts'
import { writeCasesFile } from '#lib/rules-file/write-cases-file.ts'
import { casesText, keepCases } from './kept-cases.ts'

type Decided = Pick<DecisionView, 'outcome' | 'rule' | 'pool'>

/** Adds a request with what it gets to a person's pinned cases, or to the published ones (`pinned`). Returns the name of the case. */
export function pinCase(person: string, pinned: string, request: Request, decision: Decided): string {
  const text = casesText(person) ?? pinned
  const read = text === '' ? { cases: [] } : readCasesFile(new TextEncoder().encode(text))
  const cases = 'cases' in read ? read.cases : []
  const added = caseFor(request, decision, new Set(cases.map(({ name }) => name)))
  keepCases(person, writeCasesFile([...cases, added], text === '' ? null : text))
  return added.name
}

/** A case that holds as long as the request is decided so; `names`: those that are taken. */
export function caseFor(request: Request, decision: Decided, names: ReadonlySet<string>): PinnedCase {
  const expected = expectedOf(request, decision)
  // A longer name would not be read back.
  const name = `${requestWords(request)}: ${expectationWords(expected)}`.slice(0, 280)
  let unique = name
  for (let number = 2; names.has(unique); number++) unique = `${name} (${number})`
  return { name: unique, request, expected }
}

function expectedOf({ globalAccount }: Request, decision: Decided): Expectation {
  const { outcome, pool } = decision
  const lead = leadOf(decision)
  if (lead === 'no-rule' || !pool) return { kind: 'no-rule' }
  // A case without a global account is for anybody.
  const isForAnybody = outcome.kind === 'refused' && outcome.reason === 'illegal-label' && globalAccount === ''
  return lead === 'refused' && !isForAnybody ? { kind: 'refused' } : { kind: 'pool', pool }
}
