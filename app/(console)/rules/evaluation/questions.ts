import type { PoolCoverage, RuleCoverage } from '#lib/hap/analysis/coverage.ts'
import type { RuleChange } from '#lib/hap/analysis/rule-changes.ts'
import type { ExpectationKind, PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import type { CaseResult } from '#lib/hap/cases/run-cases.ts'
import type { Fix } from '#lib/hap/rules/diagnostic.ts'
import type { Rule } from '#lib/hap/rules/rule.ts'
import type { SeenRequests } from '#lib/queries/rules/seen-requests.ts'
import type { MergedRules } from '#lib/rules-file/merge-rules.ts'
import type { FourRulesImport, KnownToFourRules } from '../read-four-rules.ts'
import type { CheckedDraft, DraftToCheck, KnownPlans } from './checked-draft.ts'

export type Coverage = RuleCoverage & PoolCoverage<SeenRequests['pools'][number]>

/** Everything the page asks about rules that may take longer than a frame. `draft` is the id of the last check; others are answered by null. */
export interface Questions {
  readonly check: Question<DraftToCheck, CheckedDraft>
  /** The cases of a file; none for a text that nobody can read. */
  readonly cases: Question<{ text: string }, readonly PinnedCase[]>
  /** What came of each case of a file under the draft, in its order; null for a draft with errors. */
  readonly results: Question<{ draft: string; cases: string }, readonly CaseResult[] | null>
  /** What one request gets under the draft. */
  readonly present: Question<{ draft: string; request: PinnedCase['request']; kind: ExpectationKind }, Present | null>
  /** How many clusters choose each rule. */
  readonly uses: Question<{ draft: string; seen: SeenRequests['combinations'] }, RuleUses | null>
  readonly coverage: Question<{ draft: string; seen: SeenRequests }, Coverage | null>
  /** The text after a fix of the last check; null where it cannot be applied. */
  readonly fix: Question<{ draft: string; fix: Fix }, string | null>
  /** The text with every rule in its canonical writing; null for one that is not the last that was checked. */
  readonly format: Question<{ draft: string }, string | null>
  /** The text with the selectors of each rule above it. */
  readonly annotate: Question<{ draft: string }, string | null>
  readonly merge: Question<{ base: string; mine: string; theirs: string }, MergedRules | null>
  readonly fourRules: Question<{ text: string; known: KnownToFourRules }, FourRulesImport>
  readonly publication: Question<PublicationAsked, Publication>
}

interface Question<Asked, Answer> {
  readonly asked: Readonly<Asked>
  readonly answer: Answer
}

export type Asked<Kind extends keyof Questions> = Questions[Kind]['asked']

export type Answer<Kind extends keyof Questions> = Questions[Kind]['answer']

/** What a request gets now, in words and as an expectation of a case. */
export interface Present {
  readonly words: string
  readonly expected: PinnedCase['expected']
}

export interface RuleUses {
  /** Under which draft. */
  readonly draft: string
  /** By the place of the rule. */
  readonly clusters: readonly number[]
}

/** Rules and cases as texts: those in force, and those that are to follow. */
interface PublicationAsked {
  readonly before: { readonly text: string; readonly cases: string }
  readonly after: { readonly text: string; readonly cases: string }
  readonly known: KnownPlans
}

/** What a publication would change. */
export interface Publication {
  /** Of the text that is to follow. */
  readonly rules: readonly Rule[]
  readonly changes: readonly RuleChange[]
  /** What is taken from the pinned cases, as sentences; empty for nothing. */
  readonly lostCases: string
  readonly failing: readonly CaseResult[]
}
