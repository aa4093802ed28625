import type { PoolCoverage, RuleCoverage } from '#lib/hap/analysis/coverage.ts'
import type { RuleChange } from '#lib/hap/analysis/rule-changes.ts'
import type { ExpectationKind, PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import type { CaseResult } from '#lib/hap/cases/run-cases.ts'
import { planTable } from '#lib/hap/plans/plan.ts'
import type { Fix } from '#lib/hap/rules/diagnostic.ts'
import { FOUR_RULES, parseFourRules, proveTranslation, translateFourRules } from '#lib/hap/rules/four-rules.ts'
import type { Rule } from '#lib/hap/rules/rule.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import type { SeenRequests } from '#lib/queries/rules/seen-requests.ts'
import { buildFileFinding, type Finding, listFindings } from '#lib/rules-file/check-rules-file.ts'
import type { MergedRules } from '#lib/rules-file/merge-rules.ts'
import { readRulesFile } from '#lib/rules-file/read-rules-file.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'
import type { CheckedDraft, DraftToCheck, KnownPlans } from './checked-draft.ts'

export type Coverage = RuleCoverage & PoolCoverage<SeenRequests['pools'][number]>

/**
 * The questions that the page asks the evaluator, because an answer may take longer than a frame.
 * `draft` is the id of the last check; the answer is null for any other id.
 */
export interface Questions {
  readonly check: Question<DraftToCheck, CheckedDraft>
  /** Parses a cases file; an unreadable text gives no cases. */
  readonly cases: Question<{ text: string }, readonly PinnedCase[]>
  /** Runs the cases of a file, in their order; null for a draft with errors. */
  readonly results: Question<{ draft: string; cases: string }, readonly CaseResult[] | null>
  /** Evaluates one request. */
  readonly outcome: Question<
    { draft: string; request: PinnedCase['request']; kind: ExpectationKind },
    RequestOutcome | null
  >
  /** Counts the clusters that choose each rule. */
  readonly uses: Question<{ draft: string; seen: SeenRequests['combinations'] }, RuleUses | null>
  readonly coverage: Question<{ draft: string; seen: SeenRequests }, Coverage | null>
  /** Applies a fix of the last check to the text; null when it does not apply. */
  readonly fix: Question<{ draft: string; fix: Fix }, string | null>
  /** Formats every rule canonically; null for an unreadable draft. */
  readonly format: Question<{ draft: string }, string | null>
  /** Writes the selectors of each rule above it as a comment. */
  readonly annotate: Question<{ draft: string }, string | null>
  readonly merge: Question<{ base: string; mine: string; theirs: string }, MergedRules | null>
  readonly fourRules: Question<{ text: string; known: FourRulesContext }, FourRulesImport>
  readonly publication: Question<PublicationInput, Publication>
}

interface Question<Input, Answer> {
  readonly input: Readonly<Input>
  readonly answer: Answer
}

export type QuestionInput<Kind extends keyof Questions> = Questions[Kind]['input']

export type Answer<Kind extends keyof Questions> = Questions[Kind]['answer']

/** The result of a request, as a label and as the expectation of a case. */
export interface RequestOutcome {
  readonly label: string
  readonly expected: PinnedCase['expected']
}

export interface RuleUses {
  /** Id of the draft. */
  readonly draft: string
  /** By index of the rule. */
  readonly clusters: readonly number[]
}

/** Rules and cases as texts, before and after the publication. */
interface PublicationInput {
  readonly before: { readonly text: string; readonly cases: string }
  readonly after: { readonly text: string; readonly cases: string }
  readonly known: KnownPlans
}

/** What a publication changes. */
export interface Publication {
  /** The rules after the publication. */
  readonly rules: readonly Rule[]
  readonly changes: readonly RuleChange[]
  /** Sentences about pinned cases that are removed or weakened; empty if there are none. */
  readonly lostCases: string
  readonly failing: readonly CaseResult[]
}

/** The result of importing the four properties. */
interface FourRulesImport {
  readonly findings: readonly Finding[]
  /** The translated rules with the proof; null while the properties have errors. */
  readonly translation: {
    readonly rules: readonly string[]
    readonly compared: number
    readonly differing: readonly string[]
  } | null
}

type FourRulesContext = KnownPlans & Pick<RulesDetail, 'regions'>

/**
 * Parses the four properties as pasted, with or without the key `hap`, validates and translates
 * them, and compares both forms on every combination of known and named plans and regions. Never
 * throws.
 */
export function readFourRules(
  text: string,
  { plans, requiredPlans, semantics, regions }: FourRulesContext,
): FourRulesImport {
  const read = readRulesFile(new TextEncoder().encode(addHapKey(text)))
  if ('problems' in read) return { findings: shiftPlaces(listFindings(read, []), text), translation: null }
  const { source } = read.file
  if (source.kind !== 'four-rules') return failImport('These are already rules of the DSL.', 'Open them in the editor.')
  const table = planTable(plans, requiredPlans)
  const { rules, diagnostics } = parseFourRules(source.texts, table)
  const findings = shiftPlaces(listFindings(read, diagnostics), text)
  if (!rules || findings.some(({ severity }) => severity === 'error')) return { findings, translation: null }
  const translated = translateFourRules(rules, table)
  const { ruleset } = Ruleset.from(translated, table, policyOf(semantics))
  if (!ruleset) return failImport('The rules cannot be written in the DSL.', 'Check the names of the plans.')
  const further = { platform: regions.platform, hyperscaler: regions.hyperscaler.flatMap(one => one.regions) }
  return { findings, translation: { rules: translated, ...proveTranslation(rules, ruleset, table, further) } }
}

function failImport(message: string, hint: string): FourRulesImport {
  return { findings: [buildFileFinding('error', { message, hint, place: null })], translation: null }
}

const BARE = new RegExp(`^(${FOUR_RULES.map(([name]) => name).join('|')})\\s*:`, 'm')

/** Properties may be pasted without the key above them. */
function addHapKey(text: string): string {
  return BARE.test(text) ? `hap:\n${text.replaceAll(/\r\n?/g, '\n').replaceAll(/^/gm, '  ')}` : text
}

/** Moves positions back into the pasted text. */
function shiftPlaces(findings: readonly Finding[], text: string): readonly Finding[] {
  if (!BARE.test(text)) return findings
  return findings.map(finding => {
    const { place } = finding
    return place === null
      ? finding
      : { ...finding, place: { line: place.line - 1, column: Math.max(1, place.column - 2) } }
  })
}
